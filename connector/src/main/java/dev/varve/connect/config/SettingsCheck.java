package dev.varve.connect.config;

import dev.varve.table.error.TableException;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks that need more than one setting. */
final class SettingsCheck {
    private static final String BUCKET = "bucket";
    /** Options that the connector sets by other settings. */
    private static final Map<String, String> SET_ELSEWHERE = Map.of(
            "primary-key", "tables.<table>.primary-key",
            "partition", "tables.<table>.partition-keys",
            "path", "warehouse and table.format",
            "type", "tables.<table>.primary-key");

    private final SinkSettings settings;
    private final Problems problems;

    private SettingsCheck(SinkSettings settings, Problems problems) {
        this.settings = settings;
        this.problems = problems;
    }

    static void report(SinkSettings settings, Map<String, String> properties, Problems problems) {
        SettingsCheck check = new SettingsCheck(settings, problems);
        check.options("options.", Map.of(), settings.tables().general().options());
        settings.tables()
                .byName()
                .forEach((table, layout) -> check.options(
                        "tables." + table + ".options.",
                        settings.tables().general().options(),
                        layout.options()));
        settings.tables().byName().forEach(check::keys);
        check.columns();
        check.conflicts();
        check.topicParts(properties.getOrDefault("topics", ""));
    }

    private void options(String prefix, Map<String, String> general, Map<String, String> own) {
        for (Map.Entry<String, String> option : own.entrySet()) {
            if (SET_ELSEWHERE.containsKey(option.getKey())) {
                problems.add(
                        prefix + option.getKey(),
                        "this option cannot be set here; use " + SET_ELSEWHERE.get(option.getKey()));
            } else {
                requireSingle(prefix + option.getKey(), option.getKey(), option.getValue());
            }
        }
        if (own.keySet().stream().noneMatch(key -> problems.has(prefix + key))) {
            together(prefix, general, own);
        }
    }

    private void together(String prefix, Map<String, String> general, Map<String, String> own) {
        Map<String, String> merged = new LinkedHashMap<>();
        merged.put(BUCKET, "1");
        merged.putAll(general);
        merged.putAll(own);
        if (merged.get(BUCKET).strip().equals("-1") && settings.tasksMax() > 1) {
            problems.add(
                    own.containsKey(BUCKET) || prefix.equals("options.") ? prefix + BUCKET : "options." + BUCKET,
                    "a table with dynamic buckets (bucket = -1) has one writer, but tasks.max is " + settings.tasksMax()
                            + "; set tasks.max to 1 or bucket to a fixed number");
            return;
        }
        own.keySet().stream().findFirst().ifPresent(first -> require(prefix, first, merged));
    }

    /** A single option by itself, but for the buckets that every table has. */
    private void requireSingle(String setting, String key, String value) {
        Map<String, String> options = new LinkedHashMap<>(Map.of(BUCKET, "1"));
        options.put(key, value);
        try {
            TableOptions.of(options, TableSchema.CURRENT_VERSION).requireConsistent();
        } catch (TableException e) {
            if (e.getMessage().contains(key)) {
                problems.add(setting, e.getMessage());
            }
        }
    }

    /** All options of a table; a problem is shown at the option that the message names, else at the first. */
    private void require(String prefix, String first, Map<String, String> options) {
        try {
            TableOptions.of(options, TableSchema.CURRENT_VERSION).requireWritable();
        } catch (TableException e) {
            String named = options.keySet().stream()
                    .filter(key -> e.getMessage().contains(key))
                    .findFirst()
                    .orElse(first);
            problems.add(prefix + named, e.getMessage());
        }
    }

    private void keys(String table, TableLayoutSettings layout) {
        if (layout.primaryKey().isEmpty() || layout.partitionKeys().isEmpty()) {
            return;
        }
        List<String> primaryKey = layout.primaryKey().get();
        List<String> partitionKeys = layout.partitionKeys().get();
        String bucket = layout.over(settings.tables().general()).options().getOrDefault(BUCKET, "1");
        if (partitionKeys.containsAll(primaryKey)) {
            problems.add(
                    "tables." + table + ".primary-key",
                    "the primary key must have a column besides the partition keys " + partitionKeys);
        } else if (!primaryKey.containsAll(partitionKeys) && !bucket.equals("-1")) {
            problems.add(
                    "tables." + table + ".partition-keys",
                    TableLayoutSettings.partitionsOutsideKey(table, partitionKeys, primaryKey));
        }
    }

    private void columns() {
        ColumnSettings general = settings.tables().general().columns();
        CdcFormat format = settings.events().format();
        ColumnsCheck ofAll = new ColumnsCheck("columns.", general, format, problems);
        ofAll.names();
        ofAll.circles();
        settings.tables().byName().forEach((table, layout) -> {
            ColumnSettings columns = layout.columns().over(general);
            ColumnsCheck ofTable = new ColumnsCheck("tables." + table + ".", columns, format, problems);
            if (!layout.columns().equals(ColumnSettings.NONE)) {
                ofTable.names();
                ofTable.circles();
            }
            layout.primaryKey().ifPresent(key -> ofTable.keys("primary-key", key));
            layout.partitionKeys().ifPresent(key -> ofTable.keys("partition-keys", key));
        });
    }

    private void conflicts() {
        ConversionSettings conversion = settings.conversion();
        if (conversion.conflicts() == SchemaConflictPolicy.STRING
                && !conversion.evolution().changesColumns()) {
            problems.add(
                    SettingsDefinition.SCHEMA_CONFLICT_POLICY,
                    "string changes types of columns, which " + SettingsDefinition.SCHEMA_EVOLUTION + "="
                            + conversion.evolution().text() + " does not allow; set that to full, or this to "
                            + SchemaConflictPolicy.DEAD_LETTER.text() + " or " + SchemaConflictPolicy.FAIL.text());
        }
    }

    /** With topics listed, a part that a topic does not have can be told now. */
    private void topicParts(String topics) {
        List<String> names = Arrays.stream(topics.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        for (String topic : names) {
            boolean ruled = settings.routing().rules().stream()
                    .anyMatch(rule -> rule.regex().matcher(topic).matches());
            int parts = topic.split("\\.", -1).length;
            if (!ruled) {
                settings.routing().otherwise().allParts().stream()
                        .filter(part -> part instanceof TableTemplate.TopicPart topicPart
                                && Math.abs(topicPart.number()) > parts)
                        .forEach(part -> problems.add(
                                SettingsDefinition.TABLE_FORMAT,
                                "${topic." + ((TableTemplate.TopicPart) part).number() + "}: topic '" + topic
                                        + "' has only " + parts + " dot-separated part" + (parts == 1 ? "" : "s")));
            }
        }
    }
}

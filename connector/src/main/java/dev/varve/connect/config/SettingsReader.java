package dev.varve.connect.config;

import dev.varve.table.option.MemorySize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;

/** One pass over a connector's properties: the parsed settings if nothing is wrong, and everything that is wrong. */
final class SettingsReader {
    private static final ConfigDef DEFINITION = SettingsDefinition.create();

    private final Map<String, String> properties;
    private final Problems problems = new Problems();
    private final Map<String, ConfigValue> values = new LinkedHashMap<>();
    private Optional<SinkSettings> settings = Optional.empty();

    private SettingsReader(Map<String, String> properties) {
        this.properties = properties;
    }

    static SettingsReader read(Map<String, String> properties) {
        SettingsReader reader = new SettingsReader(properties);
        reader.read();
        return reader;
    }

    Optional<SinkSettings> settings() {
        return settings;
    }

    Problems problems() {
        return problems;
    }

    Config toConfig() {
        List<ConfigValue> all = new ArrayList<>(values.values());
        problems.bySetting().forEach((name, messages) -> {
            ConfigValue known = values.get(name);
            if (known == null) {
                String value = properties.get(name);
                all.add(new ConfigValue(
                        name,
                        value == null ? null : Secrets.shown(name, value),
                        new ArrayList<>(),
                        new ArrayList<>(messages)));
            } else {
                messages.stream()
                        .filter(message -> !known.errorMessages().contains(message))
                        .forEach(known::addErrorMessage);
            }
        });
        return new Config(all);
    }

    private void read() {
        for (ConfigValue value : DEFINITION.validate(properties)) {
            values.put(value.name(), value);
            value.errorMessages().forEach(message -> problems.add(value.name(), message));
        }
        UnknownSettings.report(properties, values.keySet(), problems);
        FamilySettings families = FamilySettings.read(properties, problems);
        List<RouteRule> routes = families.routes();
        int tasksMax = tasksMax();
        if (problems.isEmpty()) {
            SinkSettings parsed = build(families, routes, tasksMax);
            SettingsCheck.report(parsed, properties, problems);
            settings = problems.isEmpty() ? Optional.of(parsed) : Optional.empty();
        }
    }

    /** Connect itself says what is wrong with tasks.max. */
    private int tasksMax() {
        String text = properties.get("tasks.max");
        try {
            return text == null ? 1 : Math.max(1, Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private SinkSettings build(FamilySettings families, List<RouteRule> routes, int tasksMax) {
        String name = properties.getOrDefault("name", "");
        return new SinkSettings(
                name,
                tasksMax,
                new StorageSettings(text(SettingsDefinition.WAREHOUSE), families.hadoop()),
                new KafkaSettings(families.kafka()),
                new RoutingSettings(
                        text(SettingsDefinition.DATABASE),
                        routes,
                        TableTemplate.parse(SettingsDefinition.TABLE_FORMAT, text(SettingsDefinition.TABLE_FORMAT), 0),
                        choice(SettingsDefinition.TABLE_CASE, NameCase.class)),
                new EventSettings(
                        choice(SettingsDefinition.CDC_FORMAT, CdcFormat.class),
                        choice(SettingsDefinition.TOMBSTONE_POLICY, TombstonePolicy.class),
                        choice(SettingsDefinition.TRUNCATE_POLICY, TruncatePolicy.class),
                        choice(SettingsDefinition.MESSAGE_POLICY, MessagePolicy.class),
                        text(SettingsDefinition.UNAVAILABLE_VALUE),
                        find(SettingsDefinition.FORCE_TOPICS).map(Pattern::compile),
                        choice(SettingsDefinition.MONGODB_LAYOUT, MongoLayout.class),
                        choice(SettingsDefinition.HEARTBEAT_POLICY, ServiceRecordPolicy.class),
                        choice(SettingsDefinition.TRANSACTION_POLICY, ServiceRecordPolicy.class)),
                new ConversionSettings(
                        choice(SettingsDefinition.SCHEMA_EVOLUTION, SchemaEvolution.class),
                        choice(SettingsDefinition.SCHEMA_CONFLICT_POLICY, SchemaConflictPolicy.class),
                        choice(SettingsDefinition.UNKNOWN_FIELD_POLICY, UnknownFieldPolicy.class),
                        choice(SettingsDefinition.INFINITE_TIME_POLICY, InfinityPolicy.class),
                        choice(SettingsDefinition.SCHEMALESS_DECIMAL, SchemalessDecimal.class)),
                new TableSettings(
                        (Boolean) values.get(SettingsDefinition.AUTO_CREATE).value(),
                        new TableLayoutSettings(
                                Optional.empty(),
                                Optional.empty(),
                                Map.of(),
                                families.options(),
                                families.columns(),
                                Optional.empty()),
                        families.tables()),
                new CommitSettings(
                        find(SettingsDefinition.COMMIT_INTERVAL)
                                .map(Long::parseLong)
                                .map(Duration::ofMillis),
                        find(SettingsDefinition.SINK_MEMORY).map(MemorySize::parse),
                        find(SettingsDefinition.SPILL_DIRECTORY).map(Path::of),
                        choice(SettingsDefinition.OFFSET_MISMATCH_POLICY, OffsetMismatchPolicy.class),
                        find(SettingsDefinition.LEDGER_ID).orElse(name),
                        Integer.parseInt(text(SettingsDefinition.COMPACTION_THREADS)),
                        Integer.parseInt(text(SettingsDefinition.COMMIT_THREADS)),
                        Duration.ofMillis(Long.parseLong(text(SettingsDefinition.RETRY_TIMEOUT)))));
    }

    private String text(String name) {
        return find(name).orElseThrow();
    }

    private Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name).value()).map(Object::toString);
    }

    private <E extends Enum<E> & Choice> E choice(String name, Class<E> choices) {
        return Choice.find(choices, text(name)).orElseThrow();
    }
}

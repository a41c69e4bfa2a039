package dev.varve.connect.config;

import dev.varve.table.error.TableException;
import dev.varve.table.option.NearestName;
import dev.varve.table.type.DataType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;

/** Reads the settings of the families out of a connector's properties. */
final class FamilySettings {
    private static final String TABLES = "tables.";
    private static final String ROUTE = "route.";
    private static final String COLUMNS = "columns.";
    private static final String OPTIONS = "options";
    private static final String TYPES = "types";
    private static final String PRIMARY_KEY = "primary-key";
    private static final String PARTITION_KEYS = "partition-keys";
    private static final String COMMENT = "comment";
    /** Settings of a table whose names go on with a key or a column. */
    private static final List<String> TABLE_MAPS = together(List.of(OPTIONS, TYPES), ColumnDraft.BY_COLUMN);

    private static final List<String> TABLE_SETTINGS =
            together(together(List.of(PRIMARY_KEY, PARTITION_KEYS, COMMENT), ColumnDraft.ALONE), TABLE_MAPS);
    private static final List<String> COLUMN_SETTINGS = together(ColumnDraft.ALONE, ColumnDraft.BY_COLUMN);

    private final Map<String, String> options = new TreeMap<>();
    private final Map<String, String> hadoop = new TreeMap<>();
    private final Map<String, String> kafka = new TreeMap<>();
    private final Map<String, TableDraft> tables = new TreeMap<>();
    private final Map<String, RouteDraft> routes = new TreeMap<>();
    private final ColumnDraft columns;
    private final Problems problems;

    private FamilySettings(Problems problems) {
        this.problems = problems;
        this.columns = new ColumnDraft(problems);
    }

    private static List<String> together(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    static FamilySettings read(Map<String, String> properties, Problems problems) {
        FamilySettings settings = new FamilySettings(problems);
        new TreeMap<>(properties).forEach((name, value) -> {
            if (SettingFamily.ofPrefix(name).isPresent()) {
                settings.take(name, value == null ? "" : value.strip());
            }
        });
        settings.routes.forEach(settings::requireComplete);
        return settings;
    }

    private void take(String name, String value) {
        if (name.startsWith(ROUTE)) {
            takeRoute(name, value);
        } else if (name.startsWith(TABLES)) {
            takeTable(name, value);
        } else if (name.startsWith(COLUMNS)) {
            takeColumns(name, name.substring(COLUMNS.length()), value);
        } else if (name.startsWith(SettingFamily.OPTION.prefix())) {
            put(options, name, name.substring(SettingFamily.OPTION.prefix().length()), value);
        } else if (name.startsWith(SettingFamily.KAFKA.prefix())) {
            put(kafka, name, name.substring(SettingFamily.KAFKA.prefix().length()), value);
        } else {
            put(hadoop, name, name.substring(SettingFamily.HADOOP.prefix().length()), value);
        }
    }

    private void put(Map<String, String> map, String name, String key, String value) {
        if (key.isBlank()) {
            problems.add(name, "the name ends where a key should follow");
        } else {
            map.put(key, value);
        }
    }

    private void takeRoute(String name, String value) {
        int dot = name.lastIndexOf('.');
        String route = dot <= ROUTE.length() ? "" : name.substring(ROUTE.length(), dot);
        String part = name.substring(dot + 1);
        if (route.isBlank() || !(part.equals("regex") || part.equals("table"))) {
            problems.add(
                    name,
                    "unknown setting; a route is written " + SettingFamily.ROUTE_REGEX.pattern() + " and "
                            + SettingFamily.ROUTE_TABLE.pattern()
                            + NearestName.of(part, List.of("regex", "table"))
                                    .filter(near -> !route.isBlank())
                                    .map(near -> "; did you mean " + ROUTE + route + "." + near + "?")
                                    .orElse(""));
            return;
        }
        RouteDraft draft = routes.computeIfAbsent(route, key -> new RouteDraft());
        if (part.equals("table")) {
            draft.table = Optional.of(value);
            return;
        }
        draft.regexGiven = true;
        try {
            SettingChecks.requireRegex(name, value);
            draft.regex = Optional.of(Pattern.compile(value));
        } catch (ConfigException e) {
            problems.add(name, e.getMessage());
        }
    }

    private void requireComplete(String name, RouteDraft draft) {
        if (!draft.regexGiven) {
            problems.add(ROUTE + name + ".table", "the rule has no " + ROUTE + name + ".regex");
        }
        if (draft.table.isEmpty()) {
            problems.add(ROUTE + name + ".regex", "the rule has no " + ROUTE + name + ".table");
        }
    }

    private void takeColumns(String name, String rest, String value) {
        int dot = rest.indexOf('.');
        String part = dot < 0 ? rest : rest.substring(0, dot);
        if (dot < 0 && ColumnDraft.ALONE.contains(part)) {
            columns.take(name, part, value);
        } else if (dot >= 0 && ColumnDraft.BY_COLUMN.contains(part)) {
            columns.take(name, part, rest.substring(dot + 1), value);
        } else {
            problems.add(
                    name,
                    "unknown setting; of the columns of all tables there are " + ColumnDraft.ALONE + ", and "
                            + ColumnDraft.BY_COLUMN + " with a column's name"
                            + NearestName.of(part, COLUMN_SETTINGS)
                                    .map(near -> "; did you mean " + COLUMNS + near
                                            + (ColumnDraft.BY_COLUMN.contains(near)
                                                    ? dot < 0 ? ".<column>" : rest.substring(dot)
                                                    : "")
                                            + "?")
                                    .orElse(""));
        }
    }

    private void takeTable(String name, String value) {
        String rest = name.substring(TABLES.length());
        Optional<String> map = TABLE_MAPS.stream()
                .filter(known -> rest.indexOf("." + known + ".") > 0)
                .min(Comparator.comparing(known -> rest.indexOf("." + known + ".")));
        if (map.isEmpty()) {
            takeAlone(name, rest, value);
            return;
        }
        String part = map.get();
        int dot = rest.indexOf("." + part + ".");
        TableDraft table = table(rest.substring(0, dot));
        String key = rest.substring(dot + part.length() + 2);
        switch (part) {
            case OPTIONS -> put(table.options, name, key, value);
            case TYPES -> takeType(name, table, key, value);
            default -> table.columns.take(name, part, key, value);
        }
    }

    private void takeType(String name, TableDraft table, String column, String value) {
        if (column.isBlank()) {
            problems.add(name, "the name ends where a column should follow");
            return;
        }
        try {
            table.types.put(column, TypeParser.parse(value));
        } catch (TableException e) {
            problems.add(name, e.getMessage());
        }
    }

    private void takeAlone(String name, String rest, String value) {
        int dot = rest.lastIndexOf('.');
        String part = rest.substring(dot + 1);
        if (dot <= 0 || !TABLE_SETTINGS.contains(part) || TABLE_MAPS.contains(part)) {
            problems.add(name, unknownTableSetting(rest, dot, part));
            return;
        }
        TableDraft table = table(rest.substring(0, dot));
        switch (part) {
            case PRIMARY_KEY -> table.primaryKey = Optional.of(NameList.parse(name, value, problems));
            case PARTITION_KEYS ->
                table.partitionKeys = Optional.of(value.isEmpty() ? List.of() : NameList.parse(name, value, problems));
            case COMMENT -> table.comment = Optional.of(value);
            default -> table.columns.take(name, part, value);
        }
    }

    private static String unknownTableSetting(String rest, int dot, String part) {
        String known = "unknown setting; of a table there are "
                + Arrays.stream(SettingFamily.values())
                        .map(SettingFamily::pattern)
                        .filter(pattern -> pattern.startsWith(TABLES))
                        .collect(Collectors.joining(", "));
        if (dot <= 0) {
            return known;
        }
        Optional<String> near =
                NearestName.of(part, TABLE_SETTINGS).map(meant -> TABLES + rest.substring(0, dot) + "." + meant);
        int beforeLast = rest.lastIndexOf('.', dot - 1);
        if (near.isEmpty() && beforeLast > 0) {
            near = NearestName.of(rest.substring(beforeLast + 1, dot), TABLE_MAPS)
                    .map(meant -> TABLES + rest.substring(0, beforeLast) + "." + meant + "." + part);
        }
        return known + near.map(meant -> "; did you mean " + meant + "?").orElse("");
    }

    private TableDraft table(String name) {
        return tables.computeIfAbsent(name, key -> new TableDraft(problems));
    }

    Map<String, String> options() {
        return options;
    }

    Map<String, String> hadoop() {
        return hadoop;
    }

    Map<String, String> kafka() {
        return kafka;
    }

    Map<String, TableLayoutSettings> tables() {
        Map<String, TableLayoutSettings> settings = new LinkedHashMap<>();
        tables.forEach((name, draft) -> settings.put(
                name,
                new TableLayoutSettings(
                        draft.primaryKey,
                        draft.partitionKeys,
                        draft.types,
                        draft.options,
                        draft.columns.settings(),
                        draft.comment)));
        return settings;
    }

    /** What holds for the columns of all tables. */
    ColumnSettings columns() {
        return columns.settings();
    }

    /** The complete rules, in order; what is wrong with a template becomes a problem. */
    List<RouteRule> routes() {
        List<RouteRule> rules = new ArrayList<>();
        routes.forEach((name, draft) -> {
            if (draft.regex.isPresent() && draft.table.isPresent()) {
                int groups = draft.regex.get().matcher("").groupCount();
                try {
                    rules.add(new RouteRule(
                            name,
                            draft.regex.get(),
                            TableTemplate.parse(ROUTE + name + ".table", draft.table.get(), groups)));
                } catch (ConfigException e) {
                    problems.add(ROUTE + name + ".table", e.getMessage());
                }
            }
        });
        return rules;
    }

    private static final class TableDraft {
        private Optional<List<String>> primaryKey = Optional.empty();
        private Optional<List<String>> partitionKeys = Optional.empty();
        private Optional<String> comment = Optional.empty();
        private final Map<String, DataType> types = new TreeMap<>();
        private final Map<String, String> options = new TreeMap<>();
        private final ColumnDraft columns;

        TableDraft(Problems problems) {
            columns = new ColumnDraft(problems);
        }
    }

    private static final class RouteDraft {
        private boolean regexGiven;
        private Optional<Pattern> regex = Optional.empty();
        private Optional<String> table = Optional.empty();
    }
}

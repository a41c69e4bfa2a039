package dev.varve.connect.config;

import dev.varve.table.error.TableException;
import dev.varve.table.option.NearestName;
import dev.varve.table.type.DataType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/** Reads the settings of the families out of a connector's properties. */
final class FamilySettings {
    private static final String TABLES = "tables.";
    private static final String ROUTE = "route.";
    private static final String OPTIONS = ".options.";
    private static final String TYPES = ".types.";
    private static final String PRIMARY_KEY = "primary-key";
    private static final String PARTITION_KEYS = "partition-keys";
    private static final List<String> TABLE_SETTINGS = List.of(PRIMARY_KEY, PARTITION_KEYS, "options", "types");

    private final Map<String, String> options = new TreeMap<>();
    private final Map<String, String> hadoop = new TreeMap<>();
    private final Map<String, String> kafka = new TreeMap<>();
    private final Map<String, TableDraft> tables = new TreeMap<>();
    private final Map<String, RouteDraft> routes = new TreeMap<>();
    private final Problems problems;

    private FamilySettings(Problems problems) {
        this.problems = problems;
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

    private void takeTable(String name, String value) {
        String rest = name.substring(TABLES.length());
        int option = rest.indexOf(OPTIONS);
        int type = rest.indexOf(TYPES);
        if (option > 0 && (type < 0 || option < type)) {
            put(table(rest.substring(0, option)).options, name, rest.substring(option + OPTIONS.length()), value);
        } else if (type > 0) {
            takeType(name, table(rest.substring(0, type)), rest.substring(type + TYPES.length()), value);
        } else {
            takeKeys(name, rest, value);
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

    private void takeKeys(String name, String rest, String value) {
        int dot = rest.lastIndexOf('.');
        String part = rest.substring(dot + 1);
        boolean primary = part.equals(PRIMARY_KEY);
        if (dot <= 0 || !(primary || part.equals(PARTITION_KEYS))) {
            problems.add(name, unknownTableSetting(rest, dot, part));
            return;
        }
        List<String> columns = columns(name, value, primary);
        TableDraft table = table(rest.substring(0, dot));
        if (primary) {
            table.primaryKey = Optional.of(columns);
        } else {
            table.partitionKeys = Optional.of(columns);
        }
    }

    private static String unknownTableSetting(String rest, int dot, String part) {
        String known = "unknown setting; of a table there are " + SettingFamily.TABLE_PRIMARY_KEY.pattern() + ", "
                + SettingFamily.TABLE_PARTITION_KEYS.pattern() + ", " + SettingFamily.TABLE_TYPE.pattern() + " and "
                + SettingFamily.TABLE_OPTION.pattern();
        if (dot <= 0) {
            return known;
        }
        Optional<String> near =
                NearestName.of(part, TABLE_SETTINGS).map(meant -> TABLES + rest.substring(0, dot) + "." + meant);
        int beforeLast = rest.lastIndexOf('.', dot - 1);
        if (near.isEmpty() && beforeLast > 0) {
            near = NearestName.of(rest.substring(beforeLast + 1, dot), List.of("options", "types"))
                    .map(meant -> TABLES + rest.substring(0, beforeLast) + "." + meant + "." + part);
        }
        return known + near.map(meant -> "; did you mean " + meant + "?").orElse("");
    }

    private List<String> columns(String name, String value, boolean required) {
        List<String> columns =
                Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        if (value.isEmpty() && !required) {
            return List.of();
        }
        if (columns.stream().anyMatch(String::isEmpty)) {
            problems.add(name, "expected column names separated by commas, got '" + value + "'");
        } else if (columns.stream().distinct().count() < columns.size()) {
            problems.add(name, "a column is named twice in '" + value + "'");
        }
        return columns;
    }

    private TableDraft table(String name) {
        return tables.computeIfAbsent(name, key -> new TableDraft());
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
                name, new TableLayoutSettings(draft.primaryKey, draft.partitionKeys, draft.types, draft.options)));
        return settings;
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
        private final Map<String, DataType> types = new TreeMap<>();
        private final Map<String, String> options = new TreeMap<>();
    }

    private static final class RouteDraft {
        private boolean regexGiven;
        private Optional<Pattern> regex = Optional.empty();
        private Optional<String> table = Optional.empty();
    }
}

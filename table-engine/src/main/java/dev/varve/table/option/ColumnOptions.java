package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Options that name columns. They follow a column that is renamed, keep it from being dropped, and must not name a column that
 * does not exist.
 *
 * <pre>
 *   value is a list of columns   bucket-key, sequence.field, rowkind.field, record-level.time-field, …
 *   key holds columns            fields.a.stats-mode, fields.s1,s2.sequence-group (whose value is a list of columns, too)
 *   file indexes                 file-index.bloom-filter.columns = a,b    file-index.bloom-filter.a.fpp
 * </pre>
 */
public final class ColumnOptions {
    private static final List<String> LISTS = List.of(
            "bucket-key",
            "sequence.field",
            "rowkind.field",
            "record-level.time-field",
            "partial-update.remove-record-on-sequence-group",
            "changelog-producer.row-deduplicate-ignore-fields",
            "clustering.columns",
            "upsert-key");
    private static final List<String> NESTED = List.of("nested-key", "ts-field");
    private static final String SEQUENCE_GROUP = "sequence-group";
    private static final Pattern FIELD = Pattern.compile("fields\\.(.+)\\.([^.]+)");
    private static final Pattern INDEX_COLUMNS = Pattern.compile("file-index\\.[^.]+\\.columns");
    private static final Pattern INDEX_SETTING = Pattern.compile("(file-index\\.[^.]+)\\.(.+)\\.([^.]+)");

    /** An index on one key of a MAP column is written {@code column[key]}. */
    private static final Pattern MAP_KEY = Pattern.compile("\\[.*]$");

    private ColumnOptions() {}

    /** The options with every mention of a column renamed, in the same order. */
    public static Map<String, String> rename(Map<String, String> options, String from, String to) {
        UnaryOperator<String> renamed = name -> {
            String column = MAP_KEY.matcher(name).replaceFirst("");
            return column.equals(from) ? to + name.substring(column.length()) : name;
        };
        Map<String, String> result = new LinkedHashMap<>();
        options.forEach((key, value) ->
                result.put(mapKey(key, renamed), valueListsColumns(key) ? mapList(value, renamed) : value));
        return result;
    }

    /** The options after a field nested in {@code column} was renamed: {@code nested-key} and {@code ts-field} name such fields. */
    public static Map<String, String> renameNested(Map<String, String> options, String column, String from, String to) {
        UnaryOperator<String> renamed = name -> name.equals(from) ? to : name;
        Map<String, String> result = new LinkedHashMap<>(options);
        for (String suffix : NESTED) {
            result.computeIfPresent("fields." + column + "." + suffix, (key, value) -> mapList(value, renamed));
        }
        return result;
    }

    /** Keys of options that name the column, in the order of the options. */
    public static List<String> naming(Map<String, String> options, String column) {
        return options.entrySet().stream()
                .filter(entry -> columnsOf(entry.getKey(), entry.getValue()).contains(column))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Checks that every column named by an option exists.
     *
     * @throws InvalidInputException naming the option and the nearest column
     */
    public static void requireColumns(Map<String, String> options, Collection<String> columns) {
        options.forEach((key, value) -> {
            for (String column : columnsOf(key, value)) {
                if (!columns.contains(column)) {
                    throw new InvalidInputException("option '" + key + "' names column '" + column
                            + "', which is not in the table"
                            + NearestName.of(column, columns)
                                    .map(name -> "; did you mean '" + name + "'?")
                                    .orElse("; it has " + columns));
                }
            }
        });
    }

    private static List<String> columnsOf(String key, String value) {
        List<String> columns = new ArrayList<>();
        UnaryOperator<String> collect = name -> {
            columns.add(MAP_KEY.matcher(name).replaceFirst(""));
            return name;
        };
        mapKey(key, collect);
        if (valueListsColumns(key)) {
            mapList(value, collect);
        }
        return columns;
    }

    private static boolean valueListsColumns(String key) {
        Matcher field = FIELD.matcher(key);
        return LISTS.contains(key)
                || INDEX_COLUMNS.matcher(key).matches()
                || (field.matches() && field.group(2).equals(SEQUENCE_GROUP));
    }

    private static String mapKey(String key, UnaryOperator<String> column) {
        Matcher field = FIELD.matcher(key);
        if (field.matches()) {
            return "fields." + mapList(field.group(1), column) + "." + field.group(2);
        }
        Matcher setting = INDEX_SETTING.matcher(key);
        if (setting.matches()) {
            return setting.group(1) + "." + column.apply(setting.group(2)) + "." + setting.group(3);
        }
        return key;
    }

    private static String mapList(String names, UnaryOperator<String> column) {
        return Arrays.stream(names.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(column)
                .collect(Collectors.joining(","));
    }
}

package dev.varve.table.aggregate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of one column's aggregate function (behaviour page: options, {@code fields.<column>.…}).
 *
 * @param ignoreRetract whether retractions leave the result as it is
 * @param delimiter between the texts of listagg; may be empty
 * @param distinct whether listagg and collect drop what is already there
 * @param nestedKey fields of the element that identify it, for nested_update and nested_partial_update; empty for none
 * @param countLimit elements after which nested_update takes no more
 * @param timeField field that decides in merge_map_with_keytime; empty for the last one
 */
public record AggregateOptions(
        boolean ignoreRetract,
        String delimiter,
        boolean distinct,
        List<String> nestedKey,
        int countLimit,
        Optional<String> timeField) {
    static final String IGNORE_RETRACT = "ignore-retract";
    static final String DELIMITER = "list-agg-delimiter";
    static final String DISTINCT = "distinct";
    static final String NESTED_KEY = "nested-key";
    static final String COUNT_LIMIT = "count-limit";
    static final String TIME_FIELD = "ts-field";

    public static final AggregateOptions DEFAULT =
            new AggregateOptions(false, ",", false, List.of(), Integer.MAX_VALUE, Optional.empty());

    public AggregateOptions {
        requireNonNull(delimiter, "delimiter is null");
        requireNonNull(timeField, "timeField is null");
        nestedKey = List.copyOf(nestedKey);
    }

    /**
     * The settings of a column among the options of its table.
     *
     * @throws InvalidInputException naming the option whose value cannot be read
     */
    public static AggregateOptions of(String column, Map<String, String> tableOptions) {
        String prefix = "fields." + column + ".";
        return new AggregateOptions(
                bool(tableOptions, prefix + IGNORE_RETRACT),
                tableOptions.getOrDefault(prefix + DELIMITER, DEFAULT.delimiter()),
                bool(tableOptions, prefix + DISTINCT),
                names(tableOptions.getOrDefault(prefix + NESTED_KEY, "")),
                integer(tableOptions, prefix + COUNT_LIMIT, DEFAULT.countLimit()),
                Optional.ofNullable(tableOptions.get(prefix + TIME_FIELD)).map(String::strip));
    }

    private static boolean bool(Map<String, String> options, String key) {
        String text = options.getOrDefault(key, "false").strip().toLowerCase(Locale.ROOT);
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new InvalidInputException("option '" + key + "' is '" + text + "'; expected true or false");
        };
    }

    private static int integer(Map<String, String> options, String key, int otherwise) {
        String text = options.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException("option '" + key + "' is '" + text + "'; expected a whole number", e);
        }
    }

    private static List<String> names(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}

package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The options of file indexes (behaviour page: reads, file indexes).
 *
 * <pre>
 *   file-index.bloom-filter.columns = a,b
 *   file-index.bloom-filter.a.items = 1000000        file-index.bloom-filter.a.fpp = 0.1
 * </pre>
 */
final class FileIndexOptions {
    private static final String PREFIX = "file-index.";
    private static final String COLUMNS = ".columns";
    private static final String BLOOM = "file-index.bloom-filter.";
    private static final String BLOOM_COLUMNS = BLOOM + "columns";

    private FileIndexOptions() {}

    /**
     * The columns with Bloom filters, in the order of the option.
     *
     * @throws InvalidInputException for an empty column name, a column named twice, a setting of a column that has no filter, and
     *     values out of range
     */
    static List<BloomColumn> bloomColumns(Map<String, String> values) {
        List<String> names = names(values.get(BLOOM_COLUMNS));
        requireNamed(values, names);
        var columns = new ArrayList<BloomColumn>(names.size());
        for (String name : names) {
            int items = OptionKinds.integer(BLOOM + name + ".items", 1_000_000).in(values);
            double rate = OptionKinds.real(BLOOM + name + ".fpp", 0.1).in(values);
            if (items < 1) {
                throw new InvalidInputException(
                        "option '" + BLOOM + name + ".items' = '" + items + "': expected at least 1");
            }
            if (!(rate > 0 && rate < 1)) {
                throw new InvalidInputException("option '" + BLOOM + name + ".fpp' = '" + rate
                        + "': expected a rate between 0 and 1, such as 0.1");
            }
            columns.add(new BloomColumn(name, items, rate));
        }
        return List.copyOf(columns);
    }

    private static List<String> names(String text) {
        if (text == null) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (name.isEmpty()) {
                throw new InvalidInputException(
                        "Wrong option in " + BLOOM_COLUMNS + ", should not have empty column: '" + text + "'");
            }
            if (names.contains(name)) {
                throw new InvalidInputException("option '" + BLOOM_COLUMNS + "' names column '" + name + "' twice");
            }
            names.add(name);
        }
        return names;
    }

    private static void requireNamed(Map<String, String> values, List<String> names) {
        Set<String> known = new HashSet<>(names);
        for (String key : new TreeMap<>(values).keySet()) {
            if (!key.startsWith(BLOOM) || key.equals(BLOOM_COLUMNS)) {
                continue;
            }
            int dot = key.lastIndexOf('.');
            if (dot < BLOOM.length() || !known.contains(key.substring(BLOOM.length(), dot))) {
                throw new InvalidInputException("option '" + key + "' sets a Bloom filter of a column that has none;"
                        + " name the column in '" + BLOOM_COLUMNS + "'");
            }
        }
    }

    /**
     * Checks that only indexes that this engine writes are asked for.
     *
     * @throws UnsupportedFormatException naming the option
     */
    static void requireWritable(Map<String, String> values) {
        for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
            String key = entry.getKey();
            if (key.startsWith(PREFIX) && key.endsWith(COLUMNS) && !key.equals(BLOOM_COLUMNS)) {
                throw new UnsupportedFormatException("table option '" + key + "' = '" + entry.getValue()
                        + "' is not supported: this engine writes file indexes of type bloom-filter only, and would"
                        + " leave this one out");
            }
        }
        for (BloomColumn column : bloomColumns(values)) {
            if (column.column().endsWith("]") && column.column().indexOf('[') > 0) {
                throw new UnsupportedFormatException("table option '" + BLOOM_COLUMNS + "' names '" + column.column()
                        + "': indexes on single keys of a MAP column are not supported");
            }
        }
    }
}

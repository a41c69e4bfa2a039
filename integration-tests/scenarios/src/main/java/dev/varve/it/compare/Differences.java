package dev.varve.it.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is not the same in two copies of a table.
 *
 * @param count of rows that are missing, unexpected or different; a difference in the columns counts as one
 * @param first the first few, in words
 */
public record Differences(long count, List<String> first) {
    private static final int SHOWN = 5;

    public Differences {
        first = List.copyOf(first);
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Compares by column name, so the columns may stand in another order. */
    public static Differences between(TableContent expected, TableContent actual) {
        Collector found = new Collector();
        if (!Set.copyOf(expected.columns()).equals(Set.copyOf(actual.columns()))) {
            found.add("columns " + actual.columns() + " instead of " + expected.columns());
        }
        if (!expected.keyColumns().equals(actual.keyColumns())) {
            found.add("primary key " + actual.keyColumns() + " instead of " + expected.keyColumns());
        }
        if (found.isEmpty()) {
            compareRows(expected, actual, found);
        }
        return new Differences(found.count, found.first);
    }

    private static void compareRows(TableContent expected, TableContent actual, Collector found) {
        List<String> columns = expected.columns();
        int[] places = columns.stream().mapToInt(actual.columns()::indexOf).toArray();
        for (Map.Entry<String, List<String>> row : expected.rows().entrySet()) {
            List<String> other = actual.rows().get(row.getKey());
            if (other == null) {
                found.add("row " + row.getKey() + " is missing: " + row.getValue());
                continue;
            }
            List<String> unequal = new ArrayList<>();
            for (int i = 0; i < places.length; i++) {
                if (!row.getValue().get(i).equals(other.get(places[i]))) {
                    unequal.add(columns.get(i) + " is " + other.get(places[i]) + " instead of "
                            + row.getValue().get(i));
                }
            }
            if (!unequal.isEmpty()) {
                found.add("row " + row.getKey() + ": " + String.join(", ", unequal));
            }
        }
        Set<String> unexpected = new HashSet<>(actual.rows().keySet());
        unexpected.removeAll(expected.rows().keySet());
        unexpected.stream()
                .sorted()
                .forEach(key -> found.add(
                        "row " + key + " should not be there: " + actual.rows().get(key)));
    }

    private static final class Collector {
        private long count;
        private final List<String> first = new ArrayList<>();

        private void add(String difference) {
            count++;
            if (first.size() < SHOWN) {
                first.add(difference);
            }
        }

        private boolean isEmpty() {
            return count == 0;
        }
    }
}

package dev.varve.it.compare;

import dev.varve.it.process.HarnessException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table's rows in canonical text, by primary key.
 *
 * @param columns names in the table's order
 * @param keyColumns the primary key's
 * @param rows from the key's text to one text for each column
 */
public record TableContent(List<String> columns, List<String> keyColumns, Map<String, List<String>> rows) {
    public TableContent {
        columns = List.copyOf(columns);
        keyColumns = List.copyOf(keyColumns);
        rows = Collections.unmodifiableMap(rows);
    }

    /** Collects rows in any order. */
    public static final class Builder {
        private final List<String> columns;
        private final List<String> keyColumns;
        private final int[] keyPositions;
        private final Map<String, List<String>> rows = new TreeMap<>();

        /** @param keyColumns a subset of {@code columns} */
        public Builder(List<String> columns, List<String> keyColumns) {
            this.columns = List.copyOf(columns);
            this.keyColumns = List.copyOf(keyColumns);
            this.keyPositions = keyColumns.stream().mapToInt(columns::indexOf).toArray();
        }

        /**
         * @param values one for each column, as {@link CanonicalText#of} takes them
         * @throws HarnessException if there is a row with the same key: a primary-key table has lost its meaning then
         */
        public void add(List<Object> values) {
            List<String> texts = values.stream().map(CanonicalText::of).toList();
            List<String> key = new ArrayList<>();
            for (int position : keyPositions) {
                key.add(texts.get(position));
            }
            List<String> twin = rows.put(String.join(" | ", key), texts);
            if (twin != null) {
                throw new HarnessException("two rows with the key " + key + ": " + twin + " and " + texts);
            }
        }

        public TableContent build() {
            return new TableContent(columns, keyColumns, rows);
        }
    }
}

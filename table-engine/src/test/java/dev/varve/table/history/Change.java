package dev.varve.table.history;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One change of one row.
 *
 * @param kind what happens to the key
 * @param key whose row it is
 * @param values of the {@link Column}s, by their order; each may be null
 */
record Change(RowKind kind, Key key, List<Object> values) {
    Change {
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** A primary key. */
    record Key(int partition, long id) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = Integer.compare(partition, other.partition);
            return order != 0 ? order : Long.compare(id, other.id);
        }

        /** As {@code Table.get} wants it. */
        GenericRow row() {
            return GenericRow.ofKind(RowKind.INSERT, partition, id);
        }
    }

    boolean isAdd() {
        return kind.isAdd();
    }

    boolean isDelete() {
        return kind == RowKind.DELETE;
    }

    GenericRow row() {
        Object[] row = new Object[2 + values.size()];
        row[0] = key.partition();
        row[1] = key.id();
        for (Column column : Column.values()) {
            row[2 + column.ordinal()] = internal(values.get(column.ordinal()));
        }
        return GenericRow.ofKind(kind, row);
    }

    private static Object internal(Object value) {
        if (value instanceof String text) {
            return BinaryString.of(text);
        }
        return value instanceof List<?> list ? new GenericArray(list.toArray()) : value;
    }

    @Override
    public String toString() {
        return kind.shortName() + " " + SeenRow.text(key, values);
    }
}

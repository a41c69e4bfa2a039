package dev.varve.table.history;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;

/**
 * One change of one row.
 *
 * @param kind what happens to the key
 * @param key whose row it is
 * @param text value of the row, may be null
 * @param number value of the row, may be null
 */
record Change(RowKind kind, Key key, String text, Integer number) {
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

    GenericRow row() {
        return GenericRow.ofKind(kind, key.partition(), key.id(), text == null ? null : BinaryString.of(text), number);
    }

    @Override
    public String toString() {
        String seen = seen();
        return kind.shortName() + " " + (seen.length() <= 40 ? seen : seen.substring(0, 40) + "…");
    }

    /** What a reader sees of the row, if the change adds it. */
    String seen() {
        return key.partition() + "/" + key.id() + " " + text + " " + number;
    }
}

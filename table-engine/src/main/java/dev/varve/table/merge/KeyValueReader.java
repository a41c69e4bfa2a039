package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;

/**
 * A stream of versions sorted by key, and within a key from old to new. The one shape in which memory tables, data files, merges
 * and compactions hand over rows. Confined to one thread; close it.
 */
public interface KeyValueReader extends AutoCloseable {
    /**
     * Moves to the next version.
     *
     * @return false at the end
     */
    boolean advance();

    /** The current version with its key and value: lent until the next {@link #advance}. */
    KeyValue current();

    @Override
    void close();

    /** A reader of nothing. */
    static KeyValueReader empty() {
        return new KeyValueReader() {
            @Override
            public boolean advance() {
                return false;
            }

            @Override
            public KeyValue current() {
                throw new IllegalStateException("there is no version");
            }

            @Override
            public void close() {}
        };
    }
}

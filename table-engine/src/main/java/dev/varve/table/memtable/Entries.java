package dev.varve.table.memtable;

/**
 * A stream of encoded versions ({@link Entry}) by key, then from old to new; of any number of versions of a key. The bytes of
 * every entry that was shown stay as they are for as long as somebody holds them, so versions need not be copied to outlive the
 * next {@link #advance}. Confined to one thread; close it.
 */
interface Entries extends AutoCloseable {
    /** Moves to the next entry; false at the end. */
    boolean advance();

    /** The array that holds the current entry from {@link #offset} on. */
    byte[] bytes();

    int offset();

    /** The key prefix of the current entry's row. */
    long prefix();

    @Override
    void close();
}

package dev.varve.benchmark;

import java.util.List;

/** One engine's hold on one table. Both engines give the same rows, keys and options. Confined to one thread. */
interface TableUnderTest extends AutoCloseable {
    /** Writes a row for each key and commits. */
    void write(long[] keys) throws Exception;

    /** Waits for compactions that are under way and commits them. */
    void settle() throws Exception;

    /** Compacts every bucket into one sorted run. */
    void compactFully() throws Exception;

    /** Reads every value of these columns; the result depends on all of them, on the length of texts and bytes only. */
    Digest scan(List<String> columns) throws Exception;

    /** Reads every value of all columns; the result depends on their contents. */
    Digest contents() throws Exception;

    /** Opens a way to find single rows. */
    Lookups lookups() throws Exception;

    /** Finds rows by key. */
    interface Lookups extends AutoCloseable {
        /** A number that depends on the row found; 0 if there is none. */
        long find(long key) throws Exception;
    }

    /**
     * What a scan has seen.
     *
     * @param rows number of rows
     * @param sum of numbers that stand for all values, whatever their order
     */
    record Digest(long rows, long sum) {}
}

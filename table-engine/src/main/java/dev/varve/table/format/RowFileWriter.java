package dev.varve.table.format;

import dev.varve.table.row.Row;

/** Writes one file. Confined to one thread. After an exception only {@link #abort} may be called. */
public interface RowFileWriter {
    /** Takes one row; the row is not kept. */
    void write(Row row);

    /** Bytes that the file would have about now: written ones and those still in memory. */
    long estimatedBytes();

    /** Finishes the file; it is durable afterwards. */
    WrittenFile finish();

    /** Gives up and removes what was written; safe to call at any time before {@link #finish} returned. */
    void abort();
}

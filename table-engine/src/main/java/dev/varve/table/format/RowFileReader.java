package dev.varve.table.format;

import dev.varve.table.row.Row;

/** Iterates over the rows of one file in file order. Confined to one thread. */
public interface RowFileReader extends AutoCloseable {
    /**
     * Moves to the next row.
     *
     * @return false at the end
     */
    boolean advance();

    /** The current row; lent until the next {@link #advance}. */
    Row row();

    /** Position of the current row in the file, from 0. */
    long position();

    @Override
    void close();
}

package dev.varve.table;

import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;

/** Iterates over rows. Confined to one thread; close it. */
public interface RowCursor extends AutoCloseable {
    /** Type of the rows. */
    RowType type();

    /** Moves to the next row; false at the end. */
    boolean advance();

    /** The current row, lent until the next {@link #advance}. */
    Row row();

    @Override
    void close();
}

package dev.varve.table.cli;

import dev.varve.table.row.Row;

/** Prints rows of one type. */
interface RowPrinter extends AutoCloseable {
    /** Takes one row; it is not kept. */
    void print(Row row);

    /** Prints what is still held back. */
    @Override
    void close();
}

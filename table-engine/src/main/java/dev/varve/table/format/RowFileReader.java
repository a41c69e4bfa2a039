package dev.varve.table.format;

import dev.varve.table.row.RowReader;

/** Iterates over the rows of one file in file order. Confined to one thread. */
public interface RowFileReader extends RowReader {
    /** Position of the current row in the file, from 0. */
    long position();
}

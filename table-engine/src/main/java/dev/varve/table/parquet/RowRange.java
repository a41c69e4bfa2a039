package dev.varve.table.parquet;

/** Rows of a row group: from the first, counted from 0, to the one after the last. Never empty. */
record RowRange(long from, long to) {
    long rows() {
        return to - from;
    }
}

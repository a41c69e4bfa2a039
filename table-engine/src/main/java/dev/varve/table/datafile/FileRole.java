package dev.varve.table.datafile;

/** What a file is for: both kinds have the same columns, but are named, compressed and ordered by different rules. */
enum FileRole {
    /** Holds a sorted run: each key once. */
    DATA,
    /** Holds changes for readers: several rows a key, in the order of the changes. */
    CHANGELOG
}

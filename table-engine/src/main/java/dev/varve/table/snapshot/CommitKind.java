package dev.varve.table.snapshot;

/** Why a snapshot was made. The names are stored. */
public enum CommitKind {
    APPEND,
    COMPACT,
    OVERWRITE,
    ANALYZE
}

package dev.varve.table;

/** Iterates over changes; the kind of a row says what happened to its key. Confined to one thread; close it. */
public interface ChangelogCursor extends RowCursor {
    /** The snapshot that made the current change. */
    long snapshotId();
}

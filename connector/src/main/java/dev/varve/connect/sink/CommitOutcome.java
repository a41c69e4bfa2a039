package dev.varve.connect.sink;

import dev.varve.table.error.TableException;

/** How an attempt to commit a table's pending rows ended. After all but the first two the rows are still pending. */
sealed interface CommitOutcome {
    /** Nothing was pending. */
    record Nothing() implements CommitOutcome {}

    /** Rows and offsets are visible. */
    record Landed() implements CommitOutcome {}

    /** Another task has landed records of a partition in the meantime. */
    record Fenced(String reason) implements CommitOutcome {}

    /** The table is not as this task left it: rolled back, or another one. */
    record Mismatch(String reason) implements CommitOutcome {}

    /** The engine or the store failed, and nothing is visible (as far as anybody can tell). */
    record Failed(TableException error) implements CommitOutcome {}
}

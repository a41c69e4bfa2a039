package dev.varve.table.merge;

import dev.varve.table.row.Row;

/**
 * Which of two versions of one key is the older: the one that {@link #compareValues} calls smaller, on a tie the one with the
 * smaller sequence number (semantics, merge engines, section 1: version order). Immutable.
 */
public interface SequenceOrder {
    /** Versions are as old as their sequence numbers say. */
    SequenceOrder ARRIVAL = (left, right) -> 0;

    /**
     * Compares by the table's own sequence columns.
     *
     * @param left value row of one version
     * @param right value row of the other
     * @return negative if {@code left} is older, zero if the sequence numbers decide
     */
    int compareValues(Row left, Row right);

    /** Whether sequence numbers alone decide, so that rows need not be looked at. */
    default boolean isArrival() {
        return this == ARRIVAL;
    }
}

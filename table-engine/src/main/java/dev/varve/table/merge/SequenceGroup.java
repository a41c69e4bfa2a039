package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;

/**
 * Columns of a partial-update table that are ordered by sequence columns of their own (semantics, merge engines, section 4.3).
 * Immutable.
 *
 * @param sequence positions of the sequence columns, most significant first
 * @param order compares rows by them: ascending, null smallest
 * @param plain positions of the governed columns that a newer version overwrites
 * @param aggregated positions of the governed columns that have a function
 * @param removesRow whether a -D that is not older than the group removes the whole row
 */
record SequenceGroup(int[] sequence, RowComparator order, int[] plain, int[] aggregated, boolean removesRow) {
    SequenceGroup {
        requireNonNull(order, "order is null");
    }

    /** Whether the row says nothing about this group: all its sequence columns are null. */
    boolean isSilent(Row row) {
        for (int position : sequence) {
            if (!row.isNull(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a row that is not silent is older than the group.
     *
     * @param current the row whose sequence columns the group has; null for none
     */
    boolean isLate(Row row, Row current) {
        return current != null && order.compare(row, current) < 0;
    }
}

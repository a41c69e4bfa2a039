package dev.varve.table.merge;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;

/**
 * Which retractions a table can apply. Asked when a row is written, so that what no merge could digest is never stored (semantics,
 * merge engines, section 9). Immutable.
 */
public interface Retractions {
    String FIRST_ROW_REFUSES = "By default, First row merge engine can not accept DELETE/UPDATE_BEFORE records."
            + " Set 'ignore-delete' = 'true' to leave them out.";
    String PARTIAL_UPDATE_REFUSES =
            "By default, Partial update can not accept delete records, and this table says nothing else."
                    + " Set 'ignore-delete' = 'true' to leave them out, 'partial-update.remove-record-on-delete' = 'true' to remove"
                    + " the row, or define sequence groups to retract columns.";

    /** Every retraction is applicable. */
    Retractions ACCEPTED = (kind, row) -> {};

    /**
     * Checks one retraction; rows that add are not asked about.
     *
     * @param kind -D or -U, after the row-kind filter
     * @throws InvalidInputException if the table cannot apply it, with what to set
     */
    void requireApplicable(RowKind kind, Row row);

    /** Refuses every retraction with this reason. */
    static Retractions refused(String why) {
        return (kind, row) -> {
            throw new InvalidInputException("a row of kind " + kind.shortName() + " cannot be written: " + why);
        };
    }
}

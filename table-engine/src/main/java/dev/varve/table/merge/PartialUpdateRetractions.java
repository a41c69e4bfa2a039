package dev.varve.table.merge;

/** What a retraction does to a row of a partial-update table (semantics, merge engines, section 4). */
enum PartialUpdateRetractions {
    /** Refused; the default. */
    REFUSE,
    /** Nothing: {@code ignore-delete}. */
    IGNORE,
    /** -D removes the row, -U does nothing: {@code partial-update.remove-record-on-delete}. */
    REMOVE_ROW,
    /** Retracts from the sequence groups whose sequence columns it sets. */
    RETRACT_GROUPS
}

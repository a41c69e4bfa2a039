package dev.varve.connect.sink;

import dev.varve.table.TableId;

/** What one record means. */
public sealed interface Translation {
    /**
     * It is of no table, by rule.
     *
     * @param why a few words, the same for all records skipped for this reason
     */
    record Skipped(String why) implements Translation {}

    /** It changes a table. */
    record Change(TableId table, TableChange change) implements Translation {}
}

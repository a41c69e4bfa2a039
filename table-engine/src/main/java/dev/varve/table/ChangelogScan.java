package dev.varve.table;

import dev.varve.table.type.RowType;
import java.util.List;

/**
 * A read of what snapshots changed, being described, then opened. Each method returns a new description. Immutable, safe for use by
 * several threads.
 *
 * <p>What is read is the table's changelog, as its option {@code changelog-producer} makes it; in a table without changelog the rows
 * as they were flushed. Overwrites (partitions that were dropped, a rescaled table) tell nothing.
 */
public interface ChangelogScan {
    /** Only these columns, in this order. */
    ChangelogScan columns(List<String> names);

    /** Only snapshots after this one; by default, from the oldest on whose changelog is there. */
    ChangelogScan after(long snapshotId);

    /** Only snapshots up to this one, itself included; by default, up to the newest of the moment when the read is opened. */
    ChangelogScan upTo(long snapshotId);

    /** All columns of the table. */
    RowType rowType();

    /**
     * Opens the read: snapshot by snapshot from old to new, in each bucket by bucket, in each in the order of keys, and the changes
     * of a key in the order in which they happened.
     *
     * @throws dev.varve.table.error.InvalidInputException if a column does not exist, or the changelog of a wanted snapshot is not
     *     there, with the ids of those that are
     */
    ChangelogCursor open();
}

package dev.varve.table;

import dev.varve.table.row.Row;
import dev.varve.table.snapshot.Snapshot;
import java.util.Optional;

/**
 * Finds single rows by their primary key. It holds a view of the files that are live in one snapshot, so that a lookup reads no
 * manifests; {@link #refresh} brings it to the newest snapshot, which costs what has changed. Safe for use by several threads.
 */
public interface TableLookup {
    /**
     * The row with this key in the snapshot of the view, if it exists.
     *
     * @param key values of the primary key columns in primary-key order, in internal form
     * @throws dev.varve.table.error.InvalidInputException if the key has another number of values, or one is null
     * @throws dev.varve.table.error.StorageException NOT_FOUND if a file is gone because the snapshot has expired and there is no
     *     newer one that has the key
     */
    Optional<Row> find(Row key);

    /** Goes on to the newest snapshot. */
    void refresh();

    /** The snapshot of the view, empty before the table's first commit. */
    Optional<Snapshot> snapshot();

    /** What lookups through this table object have touched so far. */
    LookupStatistics statistics();
}

package dev.varve.table;

import dev.varve.table.row.Row;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An open primary-key table, bound to one schema version. Safe for use by several threads; the writers and cursors it makes are
 * confined to one.
 */
public interface Table {
    /** Absolute path or URI of the table's directory. */
    String location();

    /** The schema this object reads and writes with. */
    TableSchema schema();

    /** The same table with the newest schema; {@code this} if that is already it. */
    Table reload();

    /**
     * Applies changes and returns the table with the resulting schema. Several callers may do so at once: each change is
     * applied to the newest schema, and a change that somebody else has already made is no change.
     *
     * @throws dev.varve.table.error.InvalidInputException if a change is not allowed; nothing is changed then
     */
    Table evolve(List<SchemaChange> changes);

    /**
     * Applies changes that were worked out from this object's schema, unless the table has a newer one by now. Of several callers
     * with one schema, one succeeds; the others reload and look what the table still lacks. So what one has made wider, another one
     * that knew less does not make narrower.
     *
     * @return the table with the resulting schema; empty, and nothing is changed, if somebody else was faster
     * @throws dev.varve.table.error.InvalidInputException if a change is not allowed; nothing is changed then
     */
    Optional<Table> evolveFromHere(List<SchemaChange> changes);

    /** The newest snapshot, empty before the first commit. */
    Optional<Snapshot> latestSnapshot();

    /** The id of the oldest snapshot, as readers see the table; empty for a table without snapshots. */
    OptionalLong earliestSnapshotId();

    /** The snapshot with this id, if it exists. */
    Optional<Snapshot> findSnapshot(long id);

    /** All snapshots that exist, oldest first. */
    List<Snapshot> snapshots();

    /** Opens the table's only writer, see {@link #newWriter(String, CompactionOwnership)}. */
    default TableWriter newWriter(String commitUser) {
        return newWriter(commitUser, CompactionOwnership.ALL);
    }

    /**
     * Opens one of several writers.
     *
     * @param commitUser identifies the writing job in snapshots
     * @param ownership which buckets the writer compacts
     * @throws dev.varve.table.error.UnsupportedFormatException if the table uses a feature this engine does not write
     */
    TableWriter newWriter(String commitUser, CompactionOwnership ownership);

    /** Starts a read of the newest snapshot with all columns. */
    TableScan scan();

    /** Starts a read of what snapshots changed, with all columns. */
    ChangelogScan changelog();

    /** Starts lookups by primary key in the newest snapshot of this moment, which the caller refreshes. */
    TableLookup lookup();

    /**
     * The row with this primary key in the newest snapshot, if it exists. Asks for the newest snapshot each time; for many
     * lookups in one snapshot see {@link #lookup}.
     *
     * @param key values of the primary key columns in primary-key order, in internal form
     */
    Optional<Row> get(Row key);

    /**
     * Rewrites every bucket that has more than one sorted run into one run on the highest level, as one COMPACT snapshot.
     *
     * @return the snapshot, empty if there was nothing to do
     */
    Optional<Snapshot> compact(String commitUser);

    /** Live files of the newest snapshot. */
    List<LiveFile> files();

    /** What keeps the table small and tidy. */
    TableMaintenance maintenance();
}

package dev.varve.table;

import dev.varve.table.row.Row;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import java.util.Map;

/**
 * Writes rows of one schema version into a table. Rows are buffered, merged and written to level-0 files; nothing is visible
 * before {@link #commit}. Confined to one thread.
 */
public interface TableWriter extends AutoCloseable {
    /**
     * Takes one row of the table's row type; the row's kind says what it does to its key. The row is not kept.
     *
     * @throws dev.varve.table.error.InvalidInputException if the row cannot be stored (null in a NOT NULL column, a retraction
     *     the merge engine cannot apply); the row is then not taken and the writer goes on
     */
    void write(Row row);

    /** Rows taken since the last {@link #prepare} or {@link #discard}. */
    long bufferedRows();

    /** Memory that this writer's buffers hold now. */
    long bufferedBytes();

    /** Flushes all buffers. On failure the writer must be discarded ({@link #discard}). */
    TableChanges prepare();

    /**
     * Makes prepared changes visible in one atomic step. On {@link CommitResult.Refused} the files are deleted.
     *
     * @param identifier increases with every commit of this writer's user
     * @param properties put on the snapshot
     * @param guard asked on every attempt
     * @param allowEmpty whether a commit without changes makes a snapshot
     * @throws dev.varve.table.error.CommitConflictException if another writer changed what was to be replaced
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if nobody can tell; nothing was deleted
     */
    CommitResult commit(
            TableChanges changes, long identifier, Map<String, String> properties, Guard guard, boolean allowEmpty);

    /**
     * Drops all buffered rows and deletes files that were written but not committed, those of a failed commit included; files of a
     * commit whose outcome is unknown stay. The writer can be used again, also after any failure.
     */
    void discard();

    /**
     * Reads again, for all buckets, the largest sequence numbers of the latest snapshot: needed when keys may have moved here
     * from another writer. Buffers must be empty and nothing prepared. Never makes a number smaller.
     */
    void refreshSequences();

    /** Discards what is not committed and releases everything. */
    @Override
    void close();
}

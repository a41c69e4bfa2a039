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

    /**
     * Checks a row without taking it: where it passes, {@link #write} can fail only for reasons that are not the row's. Of rows that
     * belong together each can so be checked before the first is written.
     *
     * @throws dev.varve.table.error.InvalidInputException if the row cannot be stored
     */
    void requireAcceptable(Row row);

    /** Rows taken since the last {@link #prepare} or {@link #discard}. */
    long bufferedRows();

    /** Memory that this writer's buffers hold now. */
    long bufferedBytes();

    /**
     * Flushes all buffers, and takes along the compactions that are done. It waits for a compaction only where the table's options
     * say so ({@code full-compaction.delta-commits}, {@code commit.force-compact}). On failure the writer must be discarded
     * ({@link #discard}).
     */
    TableChanges prepare();

    /**
     * Makes prepared changes visible in one atomic step. On {@link CommitResult.Refused} the files are deleted. Changes may hold
     * compactions only. A compaction that another writer has made pointless is left out and done anew; the rest is committed.
     * Afterwards buckets with too many sorted runs are compacted in the background.
     *
     * @param identifier increases with every commit of this writer's user
     * @param properties put on the snapshot
     * @param guard asked on every attempt
     * @param allowEmpty whether a commit without changes makes a snapshot
     * @throws dev.varve.table.error.CommitConflictException if the new files do not fit the table any more, because it was
     *     rescaled
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if nobody can tell; nothing was deleted
     */
    CommitResult commit(
            TableChanges changes, long identifier, Map<String, String> properties, Guard guard, boolean allowEmpty);

    /**
     * From now on commits do not wait for the maintenance of the table that follows them (expiration, automatic tags), which runs on
     * the engine's threads instead, one run at a time and not too often. Without this the table option
     * {@code snapshot.expire.execution-mode} decides. One of a table's writers does the maintenance, and none if the table is
     * {@code write-only}. Its failures are logged and counted, and never fail a commit.
     */
    void maintainInBackground();

    /** What the maintenance after this writer's commits has done so far. May be asked by any thread. */
    MaintenanceTotals maintenance();

    /**
     * Drops all buffered rows and deletes files that were written but not committed, those of a failed commit included; files of a
     * commit whose outcome is unknown stay. The writer can be used again, also after any failure. Compactions in the background go on: they are of
     * committed files only.
     */
    void discard();

    /**
     * Looks at the newest snapshot, and has the buckets compacted in the background that need it and belong to this writer, whoever
     * wrote to them. {@link #commit} does so too; a writer that has nothing to commit is to be asked now and then. Never throws
     * because of the store: the next look may go better.
     */
    void considerCompactions();

    /**
     * From now on every {@link #prepare} carries out the compactions that are due by itself and takes them along, as with
     * {@code commit.force-compact}: for a writer that makes one commit and is closed, before anything in the background could
     * end.
     */
    void awaitCompactions();

    /**
     * Whether compactions are done that nobody can see yet: they go along with the next {@link #prepare} and {@link #commit},
     * which is worth while for them alone.
     */
    boolean hasFinishedCompactions();

    /** How far compaction is behind in the buckets that this writer writes to or compacts, as of the last look. */
    CompactionBacklog backlog();

    /** What became of this writer's compactions. */
    CompactionStatistics compactions();

    /**
     * Reads again, for all buckets, the largest sequence numbers of the latest snapshot: needed when keys may have moved here
     * from another writer. Buffers must be empty and nothing prepared. Never makes a number smaller.
     */
    void refreshSequences();

    /** Discards what is not committed, ends compactions, and releases everything. */
    @Override
    void close();
}

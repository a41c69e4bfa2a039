package dev.varve.table;

import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Keeps a table small and tidy. Everything here may run beside writers and readers unless it says otherwise, and may be cut off at
 * any moment and repeated. Safe for use by several threads.
 */
public interface TableMaintenance {
    // ---- Tags

    /** All tags, those of older snapshots first. */
    List<Tag> tags();

    /** The tag with this name, if there is one. */
    Optional<Tag> findTag(String name);

    /**
     * Names a snapshot, which then stays readable after it has expired.
     *
     * @param snapshotId of a snapshot that exists or that another tag keeps; empty for the newest
     * @param timeRetained how long the tag may stay; empty for the table option {@code tag.default-time-retained}, and without
     *     that until somebody deletes it
     * @throws dev.varve.table.error.InvalidInputException if no tag can have this name, it is taken, or there is no such snapshot
     */
    Tag createTag(String name, OptionalLong snapshotId, Optional<Duration> timeRetained);

    /**
     * Deletes a tag, and the files that only it has kept.
     *
     * @return whether there was one
     */
    boolean deleteTag(String name);

    // ---- Expiration

    /**
     * Expires old snapshots as the table's options say: {@code snapshot.num-retained.min}, {@code snapshot.num-retained.max},
     * {@code snapshot.time-retained}, {@code snapshot.expire.limit}, {@code consumer.expiration-time}. What consumers have not
     * read, what tags keep, and the newest snapshot with each property whose name begins with {@code varve.} stays.
     *
     * @param options values that replace those of the table for this run
     */
    Expiration expireSnapshots(Map<String, String> options);

    /**
     * What an expiration did.
     *
     * @param first id of the oldest snapshot before it; 0 for a table without snapshots
     * @param end id of the oldest snapshot after it
     * @param files deleted files
     */
    record Expiration(long first, long end, long files) {
        /** Snapshots that are gone. */
        public long snapshots() {
            return end - first;
        }
    }

    // ---- Rollback

    /**
     * Makes an older snapshot the newest: newer snapshots, tags and long-lived changelogs are deleted; their data files stay for
     * {@link #orphans}. Stop what writes and expires first: a running writer finds its base gone and fails or, if it is a
     * connector, stops; an expiration may be deleting files of the snapshot that is gone back to.
     *
     * @throws dev.varve.table.error.InvalidInputException if there is no such snapshot, or what connectors had landed then is not
     *     known any more
     */
    Snapshot rollbackToSnapshot(long id);

    /**
     * The same to a tag, which stays. Its snapshot is written again if it has expired.
     *
     * @throws dev.varve.table.error.InvalidInputException if there is no such tag
     */
    Snapshot rollbackToTag(String name);

    // ---- Orphan files

    /**
     * Finds files that nothing names, and deletes them if told so.
     *
     * @param olderThan younger files stay, since they may belong to a commit that is still under way; longer than any commit takes
     * @param delete whether to delete what is found
     * @param found takes each file before it is deleted
     * @throws dev.varve.table.error.CorruptTableException if something that names files cannot be read; nothing is deleted then
     */
    Orphans orphans(Duration olderThan, boolean delete, Consumer<OrphanFile> found);

    /** How many files were found, and their size together. */
    record Orphans(long files, long bytes) {}

    /** A file that nothing names. */
    record OrphanFile(String path, long bytes, long modifiedMillis) {}

    // ---- Verification

    /**
     * Checks that the table is what its metadata says. Changes nothing.
     *
     * @throws dev.varve.table.error.StorageException if the store does not answer; missing files are problems in the report
     */
    VerifyReport verify(VerifyRequest request);

    // ---- Partitions

    /**
     * Takes partitions away as a whole, by one OVERWRITE snapshot. Rows that other writers add at the same moment go as well, or come
     * after it. The files stay until the snapshots before have expired.
     *
     * @param partitions each by some or all of its values as text: {@code dt=2026-01-31}; {@code partition.default-name} means null
     * @return the snapshot; empty if there are no such partitions
     * @throws dev.varve.table.error.InvalidInputException if the table has no such partition column or a text is no value of it
     */
    Optional<Snapshot> dropPartitions(List<Map<String, String>> partitions);

    /**
     * Takes all rows away, by one OVERWRITE snapshot.
     *
     * @return the snapshot; empty if there are no rows
     */
    Optional<Snapshot> truncate();

    /**
     * Drops the partitions that are older than the option {@code partition.expiration-time} allows.
     *
     * @return paths of the partitions dropped, smallest first
     * @throws dev.varve.table.error.InvalidInputException if the table has no partitions, or the option is not set
     */
    List<String> expirePartitions();

    // ---- Buckets

    /**
     * Gives the table another number of fixed buckets: sets the option {@code bucket}, then distributes the rows of partitions anew, by
     * one OVERWRITE snapshot a partition. What is not rescaled keeps its number and can be read as before, but no writer can write
     * it that was opened after the option was set. Writers that run on must be opened again.
     *
     * @param buckets 1 or more
     * @param partitions as for {@link #dropPartitions}; none for all
     * @return paths of the partitions that were rescaled, one empty path for a table without partitions
     * @throws dev.varve.table.error.InvalidInputException if the table has no fixed number of buckets, or can have no such number
     * @throws dev.varve.table.error.CommitConflictException if another writer changed a partition in the meantime. It stays as it was;
     *     those that are done are done, and calling this again goes on with the rest
     */
    List<String> rescale(int buckets, List<Map<String, String>> partitions);

    // ---- Compaction

    /**
     * Compacts the table, also one whose writers leave that to others ({@code write-only=true}). May run beside writers; where another
     * job compacts the same bucket, one of the two is in vain.
     *
     * @return the COMPACT snapshots that were made, oldest first; none if there was nothing to do
     * @throws dev.varve.table.error.CommitConflictException if another job was always faster
     */
    List<Snapshot> compact(CompactRequest request);
}

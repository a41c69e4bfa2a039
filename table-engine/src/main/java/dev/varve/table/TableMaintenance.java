package dev.varve.table;

import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
}

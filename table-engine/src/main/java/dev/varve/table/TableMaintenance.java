package dev.varve.table;

import dev.varve.table.snapshot.Tag;
import java.time.Duration;
import java.util.List;
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
}

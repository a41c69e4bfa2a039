package dev.varve.table.snapshot;

import dev.varve.table.error.TableException;
import java.util.List;
import java.util.Optional;

/** Expected ends of a commit. Others are exceptions: conflict, outcome unknown, storage, limit of attempts. */
public sealed interface CommitResult {
    /**
     * Something is visible. If a commit has both new files and a compaction, the new files come first, in a snapshot of their own;
     * should the compaction then fail, the commit has still happened, and the failure is told here instead of being thrown.
     *
     * @param snapshots the snapshots made, one or two (APPEND then COMPACT), oldest first
     * @param compactionFailure why the compaction part of the request is not visible, or, for
     *     {@link dev.varve.table.error.CommitOutcomeUnknownException}, perhaps not. The files that it replaced are live still, so
     *     whoever planned it reads the bucket's files again from the newest snapshot. Its output was deleted, unless the outcome is
     *     unknown
     */
    record Committed(List<Snapshot> snapshots, Optional<TableException> compactionFailure) implements CommitResult {
        public Committed {
            snapshots = List.copyOf(snapshots);
        }

        public Committed(List<Snapshot> snapshots) {
            this(snapshots, Optional.empty());
        }
    }

    /** There was nothing to do, and no snapshot was made. */
    record Empty() implements CommitResult {}

    /** The guard refused; the new files were deleted and nothing is visible. */
    record Refused(String reason) implements CommitResult {}
}

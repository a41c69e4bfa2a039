package dev.varve.table.snapshot;

import java.util.List;

/** Expected ends of a commit. Others are exceptions: conflict, outcome unknown, storage, limit of attempts. */
public sealed interface CommitResult {
    /** The snapshots made, one or two (APPEND then COMPACT), oldest first. */
    record Committed(List<Snapshot> snapshots) implements CommitResult {
        public Committed {
            snapshots = List.copyOf(snapshots);
        }
    }

    /** There was nothing to do, and no snapshot was made. */
    record Empty() implements CommitResult {}

    /** The guard refused; the new files were deleted and nothing is visible. */
    record Refused(String reason) implements CommitResult {}
}

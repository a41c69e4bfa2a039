package dev.varve.table.write;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Every so many commits the buckets that were written since are compacted fully, within the commit (semantics, LSM tree, section
 * 5); every commit is copy-on-write. A bucket stays on the list until such a compaction of it is committed. Confined to one
 * thread.
 */
final class PeriodicCompaction {
    private final int commitsBetween;
    private final Set<BucketId> written = new LinkedHashSet<>();
    private int commits;

    /**
     * @param commitsBetween from one full compaction to the next, at least 1
     */
    PeriodicCompaction(int commitsBetween) {
        Check.argument(commitsBetween >= 1, "commitsBetween %s", commitsBetween);
        this.commitsBetween = commitsBetween;
    }

    void written(BucketId bucket) {
        written.add(bucket);
    }

    /** Whether any bucket waits for its full compaction. */
    boolean isPending() {
        return !written.isEmpty();
    }

    /**
     * A commit is about to be prepared: the buckets to be compacted in it.
     *
     * @param last whether it may be the writer's last, so that it is time in any case
     */
    Set<BucketId> due(boolean last) {
        if (written.isEmpty()) {
            return Set.of();
        }
        commits++;
        if (commits < commitsBetween && !last) {
            return Set.of();
        }
        commits = 0;
        return Set.copyOf(written);
    }

    /** The buckets have been compacted fully and that is live, or there was nothing to do in them. */
    void done(Collection<BucketId> buckets) {
        written.removeAll(buckets);
    }
}

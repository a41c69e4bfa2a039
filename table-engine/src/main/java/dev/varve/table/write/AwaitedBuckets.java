package dev.varve.table.write;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.option.TableOptions;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The buckets whose compaction a commit waits for: those that somebody asked for, those of the periodic full compaction, and all
 * that are due with {@code commit.force-compact}, and with {@code lookup-wait} in a table whose rows are not visible, or whose
 * changes are not known, before. Confined to one thread.
 */
final class AwaitedBuckets {
    private boolean waitsForAll;
    private boolean last;
    private final Optional<PeriodicCompaction> periodic;
    private final Set<BucketId> requested = new LinkedHashSet<>();
    private final Set<BucketId> changed = new LinkedHashSet<>();

    /**
     * What one commit waits for.
     *
     * @param full buckets to be compacted fully
     * @param normal buckets to be compacted if the policy finds it worth while
     */
    record Due(Set<BucketId> full, Set<BucketId> normal) {
        boolean isEmpty() {
            return full.isEmpty() && normal.isEmpty();
        }
    }

    AwaitedBuckets(TableOptions options) {
        boolean untilVisible = options.lookupCompaction() && options.lookupWait();
        this.waitsForAll = options.commitForceCompact() || untilVisible;
        this.periodic = options.fullCompactionDeltaCommits().isPresent()
                ? Optional.of(new PeriodicCompaction(
                        options.fullCompactionDeltaCommits().getAsInt()))
                : Optional.empty();
    }

    /** Whether commits may wait for compactions that nobody asked for. */
    boolean isUsed() {
        return waitsForAll || periodic.isPresent();
    }

    /** Whether every compaction is waited for, so that none is to be done in the background. */
    boolean waitsForAll() {
        return waitsForAll;
    }

    /** From now on commits wait for all that is due, and the periodic full compaction does not wait for its time. */
    void waitForAll() {
        waitsForAll = true;
        last = true;
    }

    /** Somebody wants a full compaction. */
    void request(BucketId bucket) {
        requested.add(bucket);
    }

    boolean isRequested(BucketId bucket) {
        return requested.contains(bucket);
    }

    /** A bucket that this writer compacts has files to be merged: enough of them for the policy, or any at all. */
    void changed(BucketId bucket, boolean due, boolean full) {
        if (waitsForAll && due) {
            changed.add(bucket);
        }
        if (!full) {
            periodic.ifPresent(list -> list.written(bucket));
        }
    }

    /** Whether the next commit has something to wait for, though it has nothing else to do. */
    boolean isPending() {
        return !requested.isEmpty()
                || !changed.isEmpty()
                || periodic.map(PeriodicCompaction::isPending).orElse(false);
    }

    /**
     * A commit is about to be prepared.
     *
     * @param underWay buckets that must wait for the next one
     */
    Due due(Set<BucketId> underWay) {
        Set<BucketId> full = new LinkedHashSet<>(requested);
        full.addAll(periodic.map(list -> list.due(last)).orElse(Set.of()));
        full.removeAll(underWay);
        Set<BucketId> normal = new LinkedHashSet<>(changed);
        normal.removeAll(underWay);
        normal.removeAll(full);
        return new Due(full, normal);
    }

    /** What was due is prepared: who asked has got what he wanted. */
    void prepared(Due due) {
        requested.removeAll(due.full());
        changed.removeAll(due.full());
        changed.removeAll(due.normal());
    }

    /** Nobody asks any more. */
    void discard() {
        requested.clear();
    }

    /** Full compactions are live, or were not necessary. */
    void done(Collection<BucketId> full) {
        periodic.ifPresent(list -> list.done(full));
    }
}

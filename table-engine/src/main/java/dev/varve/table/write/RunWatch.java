package dev.varve.table.write;

import dev.varve.table.manifest.BucketId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many sorted runs the buckets have that a writer writes to or compacts. One that has reached the stop trigger is taken over if its
 * owner has not compacted it although that has been due for a while: ownership is a courtesy, and a bucket without a living owner
 * would stop its writers for good. The time counts from the compaction trigger, so that where records come slowly nothing waits for
 * an owner that has nothing else to do with the table. The bucket is given back once somebody else is seen to compact it. Confined to
 * one thread.
 */
final class RunWatch {
    /** How long a bucket of another writer may stay at the compaction trigger or above before it may be taken over. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int dueRuns;
    private final int stopRuns;
    private final Map<BucketId, Integer> runs = new HashMap<>();
    private final Map<BucketId, Long> dueSinceNanos = new HashMap<>();
    private final Set<BucketId> takenOver = new HashSet<>();
    private final Set<BucketId> compactedHere = new HashSet<>();
    private int worst;

    /**
     * @param dueRuns sorted runs from which on a bucket should be compacted
     * @param stopRuns sorted runs at which its writers stop, at least as many
     */
    RunWatch(int dueRuns, int stopRuns) {
        this.dueRuns = dueRuns;
        this.stopRuns = stopRuns;
    }

    /**
     * Notes what a bucket has now.
     *
     * @param owned whether this writer is to compact it
     */
    void seen(BucketId bucket, int count, boolean owned, long now) {
        Integer before = runs.put(bucket, count);
        boolean fell = before != null && count < before;
        if (fell && !compactedHere.remove(bucket)) {
            takenOver.remove(bucket);
        }
        if (owned || fell || count < dueRuns) {
            dueSinceNanos.remove(bucket);
        }
        if (!owned && count >= dueRuns) {
            dueSinceNanos.putIfAbsent(bucket, now);
        }
        worst = Math.max(worst, count);
        if (fell) {
            worst = runs.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        }
    }

    /** The bucket does not matter to this writer any more. */
    void forget(BucketId bucket) {
        Integer before = runs.remove(bucket);
        dueSinceNanos.remove(bucket);
        takenOver.remove(bucket);
        compactedHere.remove(bucket);
        if (before != null && before >= worst) {
            worst = runs.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        }
    }

    /** A compaction of this writer is live. */
    void compacted(BucketId bucket) {
        if (takenOver.contains(bucket)) {
            compactedHere.add(bucket);
        }
    }

    /** Somebody else was faster to compact it. */
    void lost(BucketId bucket) {
        takenOver.remove(bucket);
    }

    boolean isTakenOver(BucketId bucket) {
        return takenOver.contains(bucket);
    }

    /** Takes over what has waited for its owner too long, and returns it. */
    List<BucketId> takeOver(long now) {
        var late = new ArrayList<BucketId>();
        dueSinceNanos.forEach((bucket, since) -> {
            if (runs.get(bucket) >= stopRuns && now - since >= PATIENCE.toNanos()) {
                late.add(bucket);
            }
        });
        late.forEach(dueSinceNanos::remove);
        takenOver.addAll(late);
        return late;
    }

    /** Sorted runs of the bucket that has most. */
    int worstRuns() {
        return worst;
    }
}

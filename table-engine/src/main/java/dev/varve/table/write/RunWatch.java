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
 * How many sorted runs the buckets have that a writer writes to or compacts. Whose owner does not compact them, although they have
 * reached the stop trigger, is taken over after a while: ownership is a courtesy, and a bucket without a living owner would stop
 * its writers for good. It is given back once somebody else is seen to compact it. Confined to one thread.
 */
final class RunWatch {
    /** How long a bucket of another writer may stay at the stop trigger. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int stopRuns;
    private final Map<BucketId, Integer> runs = new HashMap<>();
    private final Map<BucketId, Long> stoppedSinceNanos = new HashMap<>();
    private final Set<BucketId> takenOver = new HashSet<>();
    private final Set<BucketId> compactedHere = new HashSet<>();
    private int worst;

    RunWatch(int stopRuns) {
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
        if (owned || count < stopRuns) {
            stoppedSinceNanos.remove(bucket);
        } else {
            stoppedSinceNanos.putIfAbsent(bucket, now);
        }
        worst = Math.max(worst, count);
        if (fell) {
            worst = runs.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        }
    }

    /** The bucket does not matter to this writer any more. */
    void forget(BucketId bucket) {
        Integer before = runs.remove(bucket);
        stoppedSinceNanos.remove(bucket);
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
        stoppedSinceNanos.forEach((bucket, since) -> {
            if (now - since >= PATIENCE.toNanos()) {
                late.add(bucket);
            }
        });
        late.forEach(stoppedSinceNanos::remove);
        takenOver.addAll(late);
        return late;
    }

    /** Sorted runs of the bucket that has most. */
    int worstRuns() {
        return worst;
    }
}

package dev.varve.table.compact;

import dev.varve.table.manifest.BucketId;
import java.util.function.BooleanSupplier;

/** A bucket that waits for its compaction, or is being compacted. Guarded by its executor, but for the cancellation. */
final class BucketTask implements BooleanSupplier {
    final CompactionClient client;
    final BucketId bucket;
    final long order;
    double urgency;
    int failures;
    long notBeforeNanos;
    boolean offeredAgain;
    private volatile boolean cancelled;

    BucketTask(CompactionClient client, BucketId bucket, long order, double urgency, long now) {
        this.client = client;
        this.bucket = bucket;
        this.order = order;
        this.urgency = urgency;
        this.notBeforeNanos = now;
    }

    boolean isReady(long now) {
        return notBeforeNanos - now <= 0;
    }

    /** More urgent first, then first come first served. */
    boolean isBefore(BucketTask other) {
        return urgency > other.urgency || (urgency == other.urgency && order < other.order);
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public boolean getAsBoolean() {
        return cancelled;
    }
}

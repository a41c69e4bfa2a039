package dev.varve.table.compact;

import dev.varve.table.manifest.BucketId;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Compacts buckets of one table, on whatever thread it is called, several buckets at a time. */
@FunctionalInterface
public interface CompactionJob {
    /**
     * Plans and carries out the compaction that a bucket needs now. Never called for one bucket by two threads at once.
     *
     * @param cancelled whether to stop: then everything that was written is deleted
     * @return empty if there was nothing to do, or if it was cancelled
     * @throws RuntimeException if it could not be done; nothing remains, and it is tried again later
     */
    Optional<CompactionResult> compact(BucketId bucket, BooleanSupplier cancelled);
}

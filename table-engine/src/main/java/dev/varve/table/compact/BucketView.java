package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketVectors;
import java.time.Instant;
import java.util.Optional;

/**
 * All that a policy sees of a bucket.
 *
 * @param levels its live files
 * @param vectors which of their rows are deleted
 * @param lastFull when all of its runs were last compacted into one, as far as this process knows; empty if it does not
 */
public record BucketView(Levels levels, BucketVectors vectors, Optional<Instant> lastFull) {
    public BucketView {
        requireNonNull(levels, "levels is null");
        requireNonNull(vectors, "vectors is null");
        requireNonNull(lastFull, "lastFull is null");
    }

    /** A bucket whose past does not matter. */
    public static BucketView of(Levels levels) {
        return new BucketView(levels, BucketVectors.NONE, Optional.empty());
    }
}

package dev.varve.table.scan;

import dev.varve.table.predicate.Predicate;
import java.util.Optional;

/**
 * What a condition asks of the rows of one partition, whose partition columns are known.
 *
 * @param rows condition on whole rows, partition columns replaced by their values; {@code FALSE} if no row can match
 * @param keys its conjuncts on the trimmed primary key, over key rows
 * @param buckets where the bucket key can be; empty for everywhere
 */
record PartitionCondition(Predicate rows, Predicate keys, Optional<BucketSelector> buckets) {}

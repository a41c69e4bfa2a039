package dev.varve.table.bucket;

import dev.varve.table.error.Check;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.schema.TableSchema;

/** A fixed number of buckets by a {@link KeyHash}. Confined to one thread. */
public final class FixedBuckets implements BucketAssigner {
    private final int totalBuckets;
    private final KeyHash hash;

    private FixedBuckets(int totalBuckets, KeyHash hash) {
        this.totalBuckets = totalBuckets;
        this.hash = hash;
    }

    /**
     * The assigner of a table with option {@code bucket} of 1 or more.
     *
     * @throws dev.varve.table.error.InvalidInputException if the bucket key cannot be used with the bucket function
     */
    public static FixedBuckets of(TableSchema schema, TableOptions options) {
        Check.argument(options.bucket() >= 1, "bucket is %s, which is not a fixed number", options.bucket());
        return new FixedBuckets(options.bucket(), KeyHash.of(schema, options));
    }

    @Override
    public int bucketOf(BinaryRow partition, Row row) {
        return hash.bucketOf(row, totalBuckets);
    }

    @Override
    public int totalBuckets() {
        return totalBuckets;
    }
}

package dev.varve.table.bucket;

import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;

/** Decides the bucket of a row. Confined to one thread. */
public interface BucketAssigner {
    /**
     * The row's bucket within its partition, from 0.
     *
     * @param partition the row's partition
     * @param row a whole table row
     */
    int bucketOf(BinaryRow partition, Row row);

    /** What is stored with files as total number of buckets; -1 where there is no fixed number. */
    int totalBuckets();
}

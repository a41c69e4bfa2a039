package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.BinaryRow;

/**
 * One LSM tree of a table.
 *
 * @param partition partition values in binary form, a copy of its own; {@link BinaryRow#EMPTY} for unpartitioned tables
 * @param bucket bucket number, 0 or more; -2 for postponed rows
 */
public record BucketId(BinaryRow partition, int bucket) {
    public BucketId {
        requireNonNull(partition, "partition is null");
    }
}

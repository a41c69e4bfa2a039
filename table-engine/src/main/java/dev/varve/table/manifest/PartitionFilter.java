package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;
import java.util.Set;

/** Wants some partitions with all their buckets. */
record PartitionFilter(Set<BinaryRow> partitions, PartitionStatistics statistics) implements EntryFilter {
    @Override
    public boolean mayMatch(ManifestFileMeta manifest) {
        return partitions.stream().anyMatch(partition -> statistics.mayContain(manifest.partitionStats(), partition));
    }

    @Override
    public boolean test(BucketId bucket, int totalBuckets) {
        return partitions.contains(bucket.partition());
    }
}

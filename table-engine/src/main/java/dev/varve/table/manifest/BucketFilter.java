package dev.varve.table.manifest;

import java.util.Set;

/** Wants some buckets. */
record BucketFilter(Set<BucketId> buckets, PartitionStatistics statistics) implements EntryFilter {
    @Override
    public boolean mayMatch(ManifestFileMeta manifest) {
        int min = manifest.minBucket().orElse(Integer.MIN_VALUE);
        int max = manifest.maxBucket().orElse(Integer.MAX_VALUE);
        for (BucketId id : buckets) {
            if (id.bucket() >= min
                    && id.bucket() <= max
                    && statistics.mayContain(manifest.partitionStats(), id.partition())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean test(BucketId bucket, int totalBuckets) {
        return buckets.contains(bucket);
    }
}

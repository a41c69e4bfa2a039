package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.predicate.Constant;

/** Judges manifests and entries by partition and bucket, and counts what it leaves out. Confined to one thread. */
final class ConditionFilter implements EntryFilter {
    private final ScanCondition condition;
    private final PlanCounters counters;

    ConditionFilter(ScanCondition condition, PlanCounters counters) {
        this.condition = requireNonNull(condition, "condition is null");
        this.counters = requireNonNull(counters, "counters is null");
    }

    /** Postponed buckets are below 0; readers do not see them. */
    @Override
    public boolean mayMatch(ManifestFileMeta manifest) {
        return manifest.maxBucket().orElse(0) >= 0 && condition.mayMatch(manifest);
    }

    @Override
    public boolean test(BucketId bucket, int totalBuckets) {
        PartitionCondition inPartition = condition.in(bucket.partition());
        if (inPartition.rows() == Constant.FALSE) {
            counters.entryOfOtherPartition();
            return false;
        }
        boolean wanted = bucket.bucket() >= 0
                && (totalBuckets < 1
                        || inPartition
                                .buckets()
                                .map(buckets -> buckets.test(bucket.bucket(), totalBuckets))
                                .orElse(true));
        if (!wanted) {
            counters.entryOfOtherBucket();
        }
        return wanted;
    }
}

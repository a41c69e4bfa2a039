package dev.varve.table;

import dev.varve.table.scan.PlanStatistics;

/**
 * What planning a read has looked at and left out, by the rule that left it out. Each file is counted once, by the first rule that
 * applies.
 *
 * @param manifests named by the snapshot
 * @param manifestsRead not left out by the bounds of their partitions
 * @param entries in the manifests that were read: files that came and files that went
 * @param entriesPrunedByPartition of partitions in which no row can match
 * @param entriesPrunedByBucket of buckets in which no row can match
 * @param files live ones among the entries that are left
 * @param filesPrunedByKey whose range of keys holds no row that matches
 * @param filesPrunedByValue whose statistics show that no row matches, nor hides one that does
 * @param filesPrunedByLimit not needed, since other files have rows enough
 * @param plannedFiles that are read
 * @param plannedBytes their size
 * @param splits into which they are divided
 * @param rawSplits that are read without merging
 */
public record ScanStatistics(
        long manifests,
        long manifestsRead,
        long entries,
        long entriesPrunedByPartition,
        long entriesPrunedByBucket,
        long files,
        long filesPrunedByKey,
        long filesPrunedByValue,
        long filesPrunedByLimit,
        long plannedFiles,
        long plannedBytes,
        long splits,
        long rawSplits) {
    static ScanStatistics of(PlanStatistics plan) {
        return new ScanStatistics(
                plan.manifests(),
                plan.manifestsRead(),
                plan.entries(),
                plan.entriesOfOtherPartitions(),
                plan.entriesOfOtherBuckets(),
                plan.files(),
                plan.filesWithoutKeys(),
                plan.filesWithoutValues(),
                plan.filesBeyondLimit(),
                plan.plannedFiles(),
                plan.plannedBytes(),
                plan.splits(),
                plan.rawSplits());
    }

    /** Manifests that were not read. */
    public long manifestsPruned() {
        return manifests - manifestsRead;
    }
}

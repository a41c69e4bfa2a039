package dev.varve.table.scan;

/**
 * What planning has looked at and left out. Each file is counted by the first rule that drops it, in the order of the fields.
 *
 * @param manifests named by the snapshot's lists
 * @param manifestsRead not left out by their partition bounds
 * @param entries in the manifests that were read, ADDs and DELETEs
 * @param entriesOfOtherPartitions left out, since no row of their partition matches
 * @param entriesOfOtherBuckets left out, since no row in their bucket matches, or readers do not see it
 * @param files live ones among the entries that are left
 * @param filesWithoutKeys left out by their bounds of the key
 * @param filesWithoutValues left out by their statistics of all columns
 * @param filesBeyondLimit left out, since the others have rows enough
 * @param plannedFiles those that are read
 * @param plannedBytes their size
 * @param splits into which they are divided
 * @param rawSplits splits that are read without merging
 */
public record PlanStatistics(
        long manifests,
        long manifestsRead,
        long entries,
        long entriesOfOtherPartitions,
        long entriesOfOtherBuckets,
        long files,
        long filesWithoutKeys,
        long filesWithoutValues,
        long filesBeyondLimit,
        long plannedFiles,
        long plannedBytes,
        long splits,
        long rawSplits) {
    /** Of a table without snapshot. */
    public static final PlanStatistics NOTHING = new PlanStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

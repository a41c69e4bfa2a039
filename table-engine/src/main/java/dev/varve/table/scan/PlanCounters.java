package dev.varve.table.scan;

import dev.varve.table.manifest.DataFileMeta;
import java.util.Collection;
import java.util.List;

/** Counts while a plan is made. Confined to one thread. */
final class PlanCounters {
    private long manifests;
    private long manifestsRead;
    private long entries;
    private long entriesOfOtherPartitions;
    private long entriesOfOtherBuckets;
    private long files;
    private long filesWithoutKeys;
    private long filesWithoutValues;
    private long filesBeyondLimit;

    void manifests(int count) {
        manifests += count;
    }

    void manifestRead(long entriesInIt) {
        manifestsRead++;
        entries += entriesInIt;
    }

    void entryOfOtherPartition() {
        entriesOfOtherPartitions++;
    }

    void entryOfOtherBucket() {
        entriesOfOtherBuckets++;
    }

    void files(int count) {
        files += count;
    }

    void filesWithoutKeys(int count) {
        filesWithoutKeys += count;
    }

    void filesWithoutValues(int count) {
        filesWithoutValues += count;
    }

    void filesBeyondLimit(long count) {
        filesBeyondLimit += count;
    }

    PlanStatistics statistics(List<Split> splits) {
        List<DataFileMeta> planned =
                splits.stream().map(Split::files).flatMap(Collection::stream).toList();
        return new PlanStatistics(
                manifests,
                manifestsRead,
                entries,
                entriesOfOtherPartitions,
                entriesOfOtherBuckets,
                files,
                filesWithoutKeys,
                filesWithoutValues,
                filesBeyondLimit,
                planned.size(),
                planned.stream().mapToLong(DataFileMeta::sizeBytes).sum(),
                splits.size(),
                splits.stream().filter(Split::raw).count());
    }
}

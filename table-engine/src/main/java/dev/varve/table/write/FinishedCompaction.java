package dev.varve.table.write;

import dev.varve.table.compact.CompactionPlan;
import dev.varve.table.compact.CompactionResult;
import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A compaction that is done and waits to be committed.
 *
 * @param totalBuckets number of buckets among which the rows of the bucket's partition are distributed
 * @param planned the tree for which it was planned
 */
record FinishedCompaction(
        BucketId bucket, int totalBuckets, Levels planned, CompactionPlan plan, CompactionResult result) {
    FileChanges.Compaction changes() {
        return new FileChanges.Compaction(
                bucket, totalBuckets, result.before(), result.after(), result.changelog(), result.vectors());
    }

    /**
     * Whether it can still be made to these live files: all that it replaces is there, and nothing has come since but level-0
     * files, which are newer. What came above level 0 may hold older rows than the plan knew of, and it dropped deletes by what
     * it knew. What deletion vectors delete must be the same, too.
     */
    boolean fits(BucketContent content) {
        Collection<DataFileMeta> live = content.files();
        Map<String, Integer> levels = new HashMap<>();
        live.forEach(file -> levels.put(file.name(), file.level()));
        boolean inputsLive = result.before().stream().allMatch(file -> isAt(file, levels));
        Set<String> known = new HashSet<>();
        planned.files().forEach(file -> known.add(file.name()));
        boolean vectorsLive = result.vectors()
                .map(change -> change.fits(content.vectors().entry()))
                .orElse(true);
        return inputsLive
                && vectorsLive
                && live.stream().allMatch(file -> file.level() == 0 || known.contains(file.name()));
    }

    private static boolean isAt(DataFileMeta file, Map<String, Integer> levels) {
        Integer level = levels.get(file.name());
        return level != null && level == file.level();
    }
}

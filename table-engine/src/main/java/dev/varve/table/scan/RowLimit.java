package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.lsm.Section;
import dev.varve.table.manifest.DataFileMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Leaves out files once others are sure to give enough rows (semantics, reads, section 6). Only rows that no filter and no merge
 * can take away count. The reader still has to stop at the limit. One plan's, confined to one thread.
 */
final class RowLimit {
    private final boolean cutsFiles;
    private final boolean cutsSplits;
    private final long limit;
    private long rows;
    private long filesLeftOut;

    /**
     * @param unfiltered whether every row of the partitions that are read counts
     * @param limit rows that are enough
     */
    RowLimit(SplitSettings settings, boolean unfiltered, long limit) {
        requireNonNull(settings, "settings is null");
        boolean singleVersion = switch (settings.engine()) {
            case DEDUPLICATE, FIRST_ROW -> true;
            case PARTIAL_UPDATE, AGGREGATE -> false;
        };
        this.cutsSplits = unfiltered && limit < Long.MAX_VALUE;
        this.cutsFiles = cutsSplits && singleVersion && !settings.deletionVectors();
        this.limit = limit;
    }

    /**
     * What is read of the next bucket: nothing once there are enough rows, all of it if rows may be merged or retracted, else as
     * many files as it takes.
     */
    List<Section> cut(List<Section> bucket) {
        if (!cutsFiles) {
            return bucket;
        }
        if (rows >= limit) {
            filesLeftOut += files(bucket);
            return List.of();
        }
        boolean countable = bucket.stream()
                .allMatch(section ->
                        section.isSingleRun() && section.files().stream().noneMatch(DataFileMeta::mayHoldRetracts));
        if (!countable) {
            return bucket;
        }
        int taken = 0;
        while (taken < bucket.size() && rows < limit) {
            rows += bucket.get(taken++).files().stream()
                    .mapToLong(DataFileMeta::rowCount)
                    .sum();
        }
        filesLeftOut += files(bucket.subList(taken, bucket.size()));
        return bucket.subList(0, taken);
    }

    private static long files(List<Section> sections) {
        return sections.stream().mapToLong(section -> section.files().size()).sum();
    }

    /** The splits that are read: if those that are read as they are have enough rows, then only so many of them; else all. */
    List<Split> cutSplits(List<Split> splits) {
        if (!cutsSplits) {
            return splits;
        }
        List<Split> enough = new ArrayList<>();
        long certain = 0;
        for (Split split : splits) {
            OptionalLong count = split.rowCount();
            if (certain < limit && count.isPresent()) {
                certain += count.getAsLong();
                enough.add(split);
            }
        }
        if (certain < limit) {
            return splits;
        }
        filesLeftOut += filesOf(splits) - filesOf(enough);
        return enough;
    }

    private static long filesOf(List<Split> splits) {
        return splits.stream().mapToLong(split -> split.files().size()).sum();
    }

    /** Files that were left out. */
    long filesLeftOut() {
        return filesLeftOut;
    }
}

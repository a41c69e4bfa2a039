package dev.varve.table.lsm;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import java.util.List;
import java.util.Optional;

/**
 * Files of one level with disjoint key ranges, in key order. A level from 1 on is one run; on level 0 every file is a run.
 *
 * @param level level of all files
 * @param files at least one, ascending by key
 */
public record SortedRun(int level, List<DataFileMeta> files) {
    public SortedRun {
        files = List.copyOf(files);
        Check.argument(level >= 0, "level %s", level);
        Check.argument(!files.isEmpty(), "a sorted run has at least one file");
        for (DataFileMeta file : files) {
            Check.argument(
                    file.level() == level,
                    "file %s of level %s in a run of level %s",
                    file.name(),
                    file.level(),
                    level);
        }
    }

    /** Size of all files. */
    public long sizeBytes() {
        long size = 0;
        for (DataFileMeta file : files) {
            size += file.sizeBytes();
        }
        return size;
    }

    /** The run in the notation of logs and tests: {@code L0[90..99 4096B]}, level, sequence numbers and size. */
    public String describe() {
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        for (DataFileMeta file : files) {
            oldest = Math.min(oldest, file.minSequence());
            newest = Math.max(newest, file.maxSequence());
        }
        return "L" + level + "[" + oldest + ".." + newest + " " + sizeBytes() + "B]";
    }

    /** The file whose key range holds a key. */
    public Optional<DataFileMeta> find(Row key, RowComparator keyOrder) {
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keyOrder.compare(files.get(middle).maxKey(), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < files.size() && keyOrder.compare(files.get(low).minKey(), key) <= 0
                ? Optional.of(files.get(low))
                : Optional.empty();
    }
}

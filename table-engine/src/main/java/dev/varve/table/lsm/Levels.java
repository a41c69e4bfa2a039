package dev.varve.table.lsm;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.RowComparator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The live files of one bucket by level (semantics, LSM tree, section 1). Immutable: flushes and compactions make a new one.
 *
 * <ol>
 *   <li>Within a level from 1 on key ranges are disjoint.
 *   <li>{@link #runs} go from new to old: a newer version of a key is never in a later run than an older one.
 *   <li>A file is live on one level only; its name identifies it.
 * </ol>
 */
public final class Levels {
    private static final int LEAST_LEVELS = 2;

    /** Level-0 files from new to old. */
    private static final Comparator<DataFileMeta> NEWEST_FIRST = Comparator.comparingLong(DataFileMeta::maxSequence)
            .reversed()
            .thenComparingLong(DataFileMeta::minSequence)
            .thenComparing(file -> file.creationTimeMillis().orElse(0L))
            .thenComparing(DataFileMeta::name);

    private final RowComparator keyOrder;
    private final int levelCount;
    private final List<SortedRun> runs;

    private Levels(RowComparator keyOrder, int levelCount, List<SortedRun> runs) {
        this.keyOrder = keyOrder;
        this.levelCount = levelCount;
        this.runs = List.copyOf(runs);
    }

    /**
     * The tree of these files.
     *
     * @param files live files of one bucket, in any order
     * @param keyOrder order of key rows
     * @param levelCount number of levels wanted; the tree has more if a file lies on a higher level
     * @throws InvalidInputException for fewer than two levels
     * @throws CorruptTableException if a file is there twice, or if files of a level from 1 on overlap
     */
    public static Levels of(Collection<DataFileMeta> files, RowComparator keyOrder, int levelCount) {
        requireNonNull(keyOrder, "keyOrder is null");
        if (levelCount < LEAST_LEVELS) {
            throw new InvalidInputException("Number of levels must be at least 2. Option num-levels is " + levelCount);
        }
        var levelZero = new ArrayList<DataFileMeta>();
        var higher = new TreeMap<Integer, List<DataFileMeta>>();
        Map<String, DataFileMeta> names = new HashMap<>();
        for (DataFileMeta file : files) {
            if (names.put(file.name(), file) != null) {
                throw new CorruptTableException("data file " + file.name() + " is live twice in one bucket");
            }
            if (file.level() == 0) {
                levelZero.add(file);
            } else {
                higher.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(file);
            }
        }
        var runs = new ArrayList<SortedRun>();
        levelZero.sort(NEWEST_FIRST);
        for (DataFileMeta file : levelZero) {
            runs.add(new SortedRun(0, List.of(file)));
        }
        higher.forEach((level, levelFiles) -> runs.add(new SortedRun(level, disjoint(levelFiles, keyOrder))));
        int highest = higher.isEmpty() ? 0 : higher.lastKey();
        return new Levels(keyOrder, Math.max(levelCount, highest + 1), runs);
    }

    private static List<DataFileMeta> disjoint(List<DataFileMeta> files, RowComparator keyOrder) {
        files.sort(Comparator.comparing(DataFileMeta::minKey, keyOrder));
        for (int i = 1; i < files.size(); i++) {
            DataFileMeta left = files.get(i - 1);
            DataFileMeta right = files.get(i);
            if (keyOrder.compare(left.maxKey(), right.minKey()) >= 0) {
                throw new CorruptTableException("data files " + left.name() + " and " + right.name() + " of level "
                        + left.level() + " overlap: " + left.maxKey() + " is not less than " + right.minKey());
            }
        }
        return files;
    }

    /** Number of levels, at least 2. */
    public int levelCount() {
        return levelCount;
    }

    /** The level where full compactions end. */
    public int highestLevel() {
        return levelCount - 1;
    }

    /** Highest level that holds a file, 0 if none does. */
    public int highestNonEmptyLevel() {
        return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).level();
    }

    /** Sorted runs from new to old: files of level 0, then the levels from 1 on that hold files. */
    public List<SortedRun> runs() {
        return runs;
    }

    /** All files, in the order of {@link #runs}. */
    public List<DataFileMeta> files() {
        return runs.stream().flatMap(run -> run.files().stream()).toList();
    }

    /** Largest sequence number of any file, empty for an empty tree. */
    public OptionalLong maxSequence() {
        return files().stream().mapToLong(DataFileMeta::maxSequence).max();
    }

    /**
     * The tree after a flush or compaction.
     *
     * @param removed live files that go
     * @param added files that come, possibly under a removed name on another level
     */
    public Levels apply(Collection<DataFileMeta> removed, Collection<DataFileMeta> added) {
        Map<String, DataFileMeta> live = new HashMap<>();
        files().forEach(file -> live.put(file.name(), file));
        for (DataFileMeta file : removed) {
            DataFileMeta gone = live.remove(file.name());
            Check.that(
                    gone != null && gone.level() == file.level(),
                    "file %s of level %s is not live in %s",
                    file.name(),
                    file.level(),
                    describe());
        }
        for (DataFileMeta file : added) {
            Check.that(live.put(file.name(), file) == null, "file %s is live already in %s", file.name(), describe());
        }
        return of(live.values(), keyOrder, levelCount);
    }

    /** The runs in the notation of logs and tests: {@code L0[90..99 4096B] L5[0..89 9999B]}. */
    public String describe() {
        return runs.stream().map(SortedRun::describe).collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return describe();
    }
}

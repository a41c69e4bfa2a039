package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Sorted runs of one bucket that become part of one level together.
 *
 * @param inputs whole runs, newest first, at least one; adjacent in age, so that no older version is overtaken
 * @param older the runs that are older than all inputs, newest first
 * @param outputLevel level of the result, from 1 on
 * @param highestLevel level where full compactions end
 * @param complete whether no older version of the keys can remain outside: then merged versions of retract kind are left out
 * @param rewriteAll whether even files that could stay as they are, are rewritten
 * @param because why the policy chose so
 */
public record CompactionPlan(
        List<SortedRun> inputs,
        List<SortedRun> older,
        int outputLevel,
        int highestLevel,
        boolean complete,
        boolean rewriteAll,
        Reason because) {
    /** What made a compaction due: one for each check of the policies. */
    public enum Reason {
        /** Somebody asked for a full compaction, or it is time for the periodic one. */
        REQUESTED,
        /** The last full compaction is too long ago. */
        OPTIMIZATION_INTERVAL,
        /** The bucket is so small that it is always kept in one run. */
        TOTAL_SIZE,
        /** Too much has gathered below the highest level. */
        INCREMENTAL_SIZE,
        /** The newer runs are too large in comparison to the oldest. */
        SIZE_AMPLIFICATION,
        /** The newest runs are of like size. */
        SIZE_RATIO,
        /** There are too many runs. */
        RUN_COUNT,
        /** Nothing is to stay on level 0. */
        FORCE_UP_LEVEL_0,
        /** Versions of a key can only become one together with everything below them. */
        VERSIONS_APART;

        /** As in logs and tests: {@code size-ratio}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public CompactionPlan {
        inputs = List.copyOf(inputs);
        older = List.copyOf(older);
        requireNonNull(because, "because is null");
        Check.argument(!inputs.isEmpty(), "nothing to compact");
        Check.argument(
                outputLevel >= 1 && outputLevel <= highestLevel,
                "output level %s is not in 1..%s",
                outputLevel,
                highestLevel);
    }

    /** The plan for the newest runs of this tree; retractions are dropped where the rules allow it (semantics, LSM tree, section 6). */
    static CompactionPlan of(
            Levels levels, List<SortedRun> inputs, int outputLevel, boolean rewriteAll, Reason because) {
        return new CompactionPlan(
                inputs,
                levels.runs().subList(inputs.size(), levels.runs().size()),
                outputLevel,
                levels.highestLevel(),
                outputLevel >= levels.highestNonEmptyLevel(),
                rewriteAll,
                because);
    }

    /** The plan to bring all runs of this tree to the highest level. */
    public static CompactionPlan complete(Levels levels, Reason because) {
        return of(levels, levels.runs(), levels.highestLevel(), false, because);
    }

    /** Whether all runs of the tree become one on the highest level. */
    public boolean isFull(Levels levels) {
        return outputLevel == highestLevel && inputs.size() == levels.runs().size();
    }

    /** Whether there is nothing but the highest level, whose files are rewritten one by one. */
    boolean isHighestLevelAlone() {
        return inputs.size() == 1 && inputs.get(0).level() == highestLevel;
    }

    /** Whether it would leave everything as it is: one file that is on its level already. */
    boolean isIdle() {
        List<DataFileMeta> files = files();
        return files.size() == 1 && files.get(0).level() == outputLevel;
    }

    /** Files of all inputs. */
    public List<DataFileMeta> files() {
        return inputs.stream().flatMap(run -> run.files().stream()).toList();
    }

    /** In the notation of logs and tests: {@code L0[8..9 1000B] L0[0..7 1000B] -> L5 because=run-count}. */
    public String describe() {
        return inputs.stream().map(SortedRun::describe).collect(Collectors.joining(" ")) + " -> L" + outputLevel
                + (complete ? " dropping retracts" : "") + (rewriteAll ? " rewriting all" : "") + " because="
                + because.text();
    }

    @Override
    public String toString() {
        return describe();
    }
}

package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sorted runs of one bucket that become part of one level together.
 *
 * @param inputs whole runs, newest first, at least one; adjacent in age, so that no older version is overtaken
 * @param outputLevel level of the result, from 1 on
 * @param highestLevel level where full compactions end
 * @param dropRetracts whether merged versions of retract kind are left out: only if no older version of their keys can remain
 * @param because why the policy chose so
 */
public record CompactionPlan(
        List<SortedRun> inputs, int outputLevel, int highestLevel, boolean dropRetracts, Reason because) {
    /** What made a compaction due. */
    public enum Reason {
        /** Somebody asked for it. */
        REQUESTED,
        /** There are too many sorted runs. */
        RUN_COUNT
    }

    public CompactionPlan {
        inputs = List.copyOf(inputs);
        requireNonNull(because, "because is null");
        Check.argument(!inputs.isEmpty(), "nothing to compact");
        Check.argument(
                outputLevel >= 1 && outputLevel <= highestLevel,
                "output level %s is not in 1..%s",
                outputLevel,
                highestLevel);
    }

    /** The plan for runs of this tree; retractions are dropped where the rules allow it (semantics, LSM tree, section 6). */
    static CompactionPlan of(Levels levels, List<SortedRun> inputs, int outputLevel, Reason because) {
        return new CompactionPlan(
                inputs, outputLevel, levels.highestLevel(), outputLevel >= levels.highestNonEmptyLevel(), because);
    }

    /** Files of all inputs. */
    public List<DataFileMeta> files() {
        return inputs.stream().flatMap(run -> run.files().stream()).toList();
    }

    /** In the notation of logs and tests: {@code L0[8..9 1000B] L0[0..7 1000B] -> L5 because=RUN_COUNT}. */
    public String describe() {
        return inputs.stream().map(SortedRun::describe).collect(Collectors.joining(" ")) + " -> L" + outputLevel
                + (dropRetracts ? " dropping retracts" : "") + " because=" + because;
    }

    @Override
    public String toString() {
        return describe();
    }
}

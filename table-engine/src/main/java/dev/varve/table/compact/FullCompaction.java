package dev.varve.table.compact;

import dev.varve.table.compact.CompactionPlan.Reason;
import dev.varve.table.error.Check;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Brings all runs to the highest level, at once or when there are enough of them (semantics, LSM tree, section 5). Immutable. */
public final class FullCompaction implements CompactionPolicy {
    private final int leastRuns;
    private final Reason reason;

    private FullCompaction(int leastRuns, Reason reason) {
        this.leastRuns = leastRuns;
        this.reason = reason;
    }

    /** Whenever not everything is on the highest level already. */
    public static FullCompaction requested() {
        return new FullCompaction(1, Reason.REQUESTED);
    }

    /** Once there are at least this many sorted runs. */
    public static FullCompaction atRunCount(int trigger) {
        Check.argument(trigger >= 1, "trigger %s", trigger);
        return new FullCompaction(trigger, Reason.RUN_COUNT);
    }

    @Override
    public Optional<CompactionPlan> pick(Levels levels, Instant now) {
        List<SortedRun> runs = levels.runs();
        boolean done = runs.isEmpty() || (runs.size() == 1 && runs.get(0).level() == levels.highestLevel());
        if (done || runs.size() < leastRuns) {
            return Optional.empty();
        }
        return Optional.of(CompactionPlan.of(levels, runs, levels.highestLevel(), reason));
    }
}

package dev.varve.table.compact;

import dev.varve.table.compact.CompactionPlan.Reason;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.option.TableOptions;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Brings all runs to the highest level (semantics, LSM tree, section 5). If they are there already, there is nothing to do unless
 * every file is to be rewritten, or some have deleted rows. Immutable.
 */
public final class FullCompaction implements CompactionPolicy {
    private final boolean rewriteAll;

    FullCompaction(boolean rewriteAll) {
        this.rewriteAll = rewriteAll;
    }

    public static FullCompaction of(TableOptions options) {
        return new FullCompaction(options.forceRewriteAllFiles());
    }

    @Override
    public Optional<CompactionPlan> pick(BucketView view, ZonedDateTime now) {
        Levels levels = view.levels();
        List<SortedRun> runs = levels.runs();
        if (runs.isEmpty() || (isDone(view) && !rewriteAll)) {
            return Optional.empty();
        }
        return Optional.of(CompactionPlan.of(levels, runs, levels.highestLevel(), rewriteAll, Reason.REQUESTED));
    }

    /** Whether a bucket is one run on the highest level, without deleted rows. */
    public static boolean isDone(BucketView view) {
        Levels levels = view.levels();
        return levels.runs().size() == 1
                && levels.runs().get(0).level() == levels.highestLevel()
                && view.vectors().places().isEmpty();
    }
}

package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.compact.CompactionPlan.Reason;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.option.TableOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Universal compaction (semantics, LSM tree, section 4; the idea is RocksDB's): runs are merged with neighbours in age of like size,
 * so that a row is rewritten about as often as the bucket grows by the ratio, and only when there are enough runs to make it worth
 * while. What is picked is always the newest runs, so that no version overtakes an older one:
 *
 * <pre>
 * L0 new ... L0 old   L1   L4   L5          runs by age
 * └────── prefix ──────┘                    picked; the result goes right above the first run that is left, here to L3
 * </pre>
 *
 * <p>Checks in order, of which the first that holds decides: those that want a full compaction early; size amplification, that is
 * the space that outdated rows may take; size ratio; run count. Since every level-0 file is a run and a result never stays there,
 * a plan takes either all of level 0 or nothing. Immutable.
 */
public final class UniversalCompaction implements CompactionPolicy {
    private final UniversalSettings settings;

    UniversalCompaction(UniversalSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    public static UniversalCompaction of(TableOptions options) {
        return new UniversalCompaction(UniversalSettings.of(options));
    }

    @Override
    public Optional<CompactionPlan> pick(BucketView view, ZonedDateTime now) {
        if (view.levels().runs().isEmpty()) {
            return Optional.empty();
        }
        Choice choice = new Choice(view.levels(), now.getHour());
        return early(choice, view, now.toInstant())
                .or(choice::sizeAmplification)
                .or(choice::sizeRatio)
                .or(choice::runCount)
                .or(choice::levelZero)
                .filter(plan -> !plan.isIdle());
    }

    private Optional<CompactionPlan> early(Choice choice, BucketView view, Instant now) {
        if (choice.runs.size() == 1) {
            return Optional.empty();
        }
        if (isOverdue(view, now)) {
            return Optional.of(choice.full(Reason.OPTIMIZATION_INTERVAL));
        }
        if (settings.totalSizeBytes().isPresent()
                && choice.sizeOf(choice.runs.size()) < settings.totalSizeBytes().getAsLong()) {
            return Optional.of(choice.full(Reason.TOTAL_SIZE));
        }
        if (settings.incrementalSizeBytes().isPresent()
                && choice.sizeBelowHighestLevel()
                        > settings.incrementalSizeBytes().getAsLong()) {
            return Optional.of(choice.full(Reason.INCREMENTAL_SIZE));
        }
        return Optional.empty();
    }

    private boolean isOverdue(BucketView view, Instant now) {
        if (settings.optimizationInterval().isEmpty()) {
            return false;
        }
        Duration interval = settings.optimizationInterval().get();
        return view.lastFull().isEmpty()
                || Duration.between(view.lastFull().get(), now).compareTo(interval) > 0;
    }

    /** The checks on one tree. */
    private final class Choice {
        private final Levels levels;
        private final List<SortedRun> runs;
        private final int hour;

        Choice(Levels levels, int hour) {
            this.levels = levels;
            this.runs = levels.runs();
            this.hour = hour;
        }

        CompactionPlan full(Reason because) {
            return plan(runs.size(), levels.highestLevel(), because);
        }

        Optional<CompactionPlan> sizeAmplification() {
            if (runs.size() < settings.trigger()) {
                return Optional.empty();
            }
            long newer = sizeOf(runs.size() - 1);
            long oldest = runs.get(runs.size() - 1).sizeBytes();
            return newer * 100 > settings.maxSizeAmplificationPercent() * oldest
                    ? Optional.of(full(Reason.SIZE_AMPLIFICATION))
                    : Optional.empty();
        }

        Optional<CompactionPlan> sizeRatio() {
            if (runs.size() < settings.trigger()) {
                return Optional.empty();
            }
            int prefix = extended(1);
            return prefix > 1 ? Optional.of(prefix(prefix, Reason.SIZE_RATIO)) : Optional.empty();
        }

        Optional<CompactionPlan> runCount() {
            if (runs.size() <= settings.trigger()) {
                return Optional.empty();
            }
            int prefix = extended(runs.size() - settings.trigger() + 1);
            return Optional.of(prefix(prefix, Reason.RUN_COUNT));
        }

        Optional<CompactionPlan> levelZero() {
            int prefix = (int) runs.stream().filter(run -> run.level() == 0).count();
            return settings.forceUpLevelZero() && prefix > 0
                    ? Optional.of(prefix(extended(prefix), Reason.FORCE_UP_LEVEL_0))
                    : Optional.empty();
        }

        /** Takes following runs along while they are not much larger than all before them together. */
        private int extended(int prefix) {
            double tolerance =
                    100.0 + settings.sizeRatioPercent() + settings.offPeak().percentAt(hour);
            int count = prefix;
            long size = sizeOf(count);
            while (count < runs.size()) {
                long next = runs.get(count).sizeBytes();
                if (size * tolerance / 100.0 < next) {
                    break;
                }
                size += next;
                count++;
            }
            return count;
        }

        /** The newest runs, to the level above the next run; on from level 0 if that is where they would land. */
        private CompactionPlan prefix(int count, Reason because) {
            int taken = count;
            int level = taken == runs.size()
                    ? levels.highestLevel()
                    : runs.get(taken).level() - 1;
            while (level <= 0 && taken < runs.size()) {
                level = runs.get(taken).level();
                taken++;
            }
            return plan(taken, taken == runs.size() ? levels.highestLevel() : level, because);
        }

        private CompactionPlan plan(int count, int outputLevel, Reason because) {
            return CompactionPlan.of(levels, runs.subList(0, count), outputLevel, settings.rewriteAll(), because);
        }

        long sizeOf(int count) {
            long size = 0;
            for (SortedRun run : runs.subList(0, count)) {
                size += run.sizeBytes();
            }
            return size;
        }

        long sizeBelowHighestLevel() {
            long size = 0;
            for (SortedRun run : runs) {
                size += run.level() == levels.highestLevel() ? 0 : run.sizeBytes();
            }
            return size;
        }
    }
}

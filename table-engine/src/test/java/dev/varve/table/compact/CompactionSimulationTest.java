package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.option.TableOptions;
import dev.varve.table.testing.FileMetas;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Years of flushes without a file: sizes only. Rows are updates of keys chosen at random from a table of a given size, so that the
 * union of two runs of a and b bytes has a + b − ab/table bytes. One compaction runs at a time and takes as many flushes as its
 * input is larger than a flush, divided by how much faster it is; at the stop trigger flushes wait.
 *
 * <p>The bounds are a little above what was measured: with the defaults and a table a thousand times the size of a flush every byte
 * is written 31 times (35 where compaction hardly keeps up), in a table that only grows, 54 times in ten thousand flushes.
 */
class CompactionSimulationTest {
    private static final int FLUSHES = 10_000;
    private static final ZonedDateTime NOW = ZonedDateTime.of(2026, 1, 31, 12, 0, 0, 0, ZoneOffset.UTC);

    private static final class Simulation {
        private final TableOptions options;
        private final CompactionPolicy policy;
        private final Random random;
        private final double tableBytes;
        private final long flushBytes;
        private final double speed;
        private Levels levels;
        private Optional<CompactionPlan> running = Optional.empty();
        private double flushesLeft;
        private long sequence;
        private long names;
        private long flushed;
        private long compacted;
        private int worstRuns;
        private int stalls;
        private double worstSpace;

        Simulation(Map<String, String> options, long seed, double tableBytes, long flushBytes, double speed) {
            this.options = TableOptions.of(options, 3);
            this.policy = UniversalCompaction.of(this.options);
            this.random = new Random(seed);
            this.tableBytes = tableBytes;
            this.flushBytes = flushBytes;
            this.speed = speed;
            this.levels = Levels.of(List.of(), FileMetas.KEY_ORDER, this.options.numLevels());
        }

        Simulation run() {
            for (int i = 0; i < FLUSHES; i++) {
                flush();
                flushesLeft--;
                finishIfDone();
                startIfDue();
                while (levels.runs().size() >= options.stopTrigger()) {
                    assertThat(running).as("who stops is compacted: %s", levels).isPresent();
                    stalls++;
                    flushesLeft = 0;
                    finishIfDone();
                    startIfDue();
                }
            }
            return this;
        }

        private void flush() {
            long size = (long) (flushBytes * (0.5 + random.nextDouble()));
            levels = levels.apply(
                    List.of(), List.of(CompactionScript.file("f" + names++, 0, sequence, sequence + 9, size)));
            sequence += 10;
            flushed += size;
            worstRuns = Math.max(worstRuns, levels.runs().size());
        }

        private void startIfDue() {
            if (running.isEmpty()) {
                running = policy.pick(BucketView.of(levels), NOW);
                running.ifPresent(plan -> flushesLeft =
                        plan.files().stream().mapToLong(DataFileMeta::sizeBytes).sum() / (speed * flushBytes));
            }
        }

        private void finishIfDone() {
            if (running.isEmpty() || flushesLeft > 0) {
                return;
            }
            CompactionPlan plan = running.get();
            running = Optional.empty();
            List<DataFileMeta> inputs = plan.files();
            double absent = 1;
            for (DataFileMeta input : inputs) {
                absent *= 1 - Math.min(1, input.sizeBytes() / tableBytes);
            }
            long size = Math.max(1, (long) (tableBytes * (1 - absent)));
            long oldest =
                    inputs.stream().mapToLong(DataFileMeta::minSequence).min().orElseThrow();
            long newest =
                    inputs.stream().mapToLong(DataFileMeta::maxSequence).max().orElseThrow();
            levels = levels.apply(
                    inputs, List.of(CompactionScript.file("f" + names++, plan.outputLevel(), oldest, newest, size)));
            compacted += size;
            long total =
                    levels.files().stream().mapToLong(DataFileMeta::sizeBytes).sum();
            worstSpace = Math.max(worstSpace, total / Math.min(tableBytes, flushed));
        }

        double writeAmplification() {
            return (flushed + compacted) / (double) flushed;
        }

        @Override
        public String toString() {
            return String.format(
                    "runs<=%d stalls=%d write-amplification=%.1f space<=%.2f %s",
                    worstRuns, stalls, writeAmplification(), worstSpace, levels);
        }
    }

    private static final Map<String, String> DEFAULTS = Map.of("bucket", "1");

    /** A table a thousand times the size of a flush, and a compaction that is fast enough. */
    @Test
    void runsStayBelowTheStopTriggerAndRewritesWithinBounds() {
        Simulation result = new Simulation(DEFAULTS, 1, 1e9, 1_000_000, 50).run();
        assertThat(result.worstRuns).as("%s", result).isLessThanOrEqualTo(8);
        assertThat(result.writeAmplification()).as("%s", result).isLessThan(35);
        assertThat(result.worstSpace).as("%s", result).isLessThan(3.1);
    }

    /** Compaction hardly keeps up: then flushes wait, and there are never more runs than the stop trigger. */
    @Test
    void aSlowCompactionMakesFlushesWait() {
        Simulation result = new Simulation(DEFAULTS, 2, 1e9, 1_000_000, 3).run();
        assertThat(result.worstRuns).as("%s", result).isLessThanOrEqualTo(8);
        assertThat(result.stalls).as("%s", result).isPositive();
        assertThat(result.writeAmplification()).as("%s", result).isLessThan(40);
    }

    /** Keys are hardly ever updated: the table grows all the time. */
    @Test
    void aTableThatOnlyGrowsStaysWithinBounds() {
        Simulation result = new Simulation(DEFAULTS, 3, 1e15, 1_000_000, 50).run();
        assertThat(result.worstRuns).as("%s", result).isLessThanOrEqualTo(8);
        assertThat(result.writeAmplification()).as("%s", result).isLessThan(60);
    }

    @Test
    void moreRunsCostFewerRewrites() {
        Simulation few = new Simulation(
                        Map.of("bucket", "1", "num-sorted-run.compaction-trigger", "2"), 4, 1e9, 1_000_000, 50)
                .run();
        Simulation many = new Simulation(
                        Map.of("bucket", "1", "num-sorted-run.compaction-trigger", "12"), 4, 1e9, 1_000_000, 50)
                .run();
        assertThat(many.writeAmplification()).as("%s%n%s", few, many).isLessThan(few.writeAmplification());
        assertThat(few.worstRuns).isLessThanOrEqualTo(5);
        assertThat(many.worstRuns).isLessThanOrEqualTo(15);
    }
}

package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.SortedRun;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.option.TableOptions;
import dev.varve.table.testing.FileMetas;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.paimon.compact.CompactUnit;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.manifest.FileSource;
import org.apache.paimon.mergetree.LevelSortedRun;
import org.apache.paimon.mergetree.compact.CompactStrategy;
import org.apache.paimon.mergetree.compact.EarlyFullCompaction;
import org.apache.paimon.mergetree.compact.ForceUpLevel0Compaction;
import org.apache.paimon.mergetree.compact.OffPeakHours;
import org.apache.paimon.mergetree.compact.UniversalCompaction;
import org.apache.paimon.stats.SimpleStats;
import org.junit.jupiter.api.Test;

/** Random trees and options: what is picked is what Apache Paimon Java picks. */
class UniversalCompactionPaimonPropertyTest {
    private static final int CASES = Integer.getInteger("varve.compact.cases", 20_000);

    /** Options, in both languages. */
    private static final class Case {
        private final Random random;
        private final int trigger;
        private final int amplification;
        private final int ratio;
        private final int offPeakStart;
        private final int offPeakEnd;
        private final int offPeakRatio;
        private final Long interval;
        private final Long totalSize;
        private final Long incrementalSize;
        private final boolean fullJustNow;
        private final boolean forceUp;
        private final Levels levels;

        Case(Random random) {
            this.random = random;
            trigger = 1 + random.nextInt(8);
            amplification = random.nextInt(4) * 100;
            ratio = random.nextInt(3) * random.nextInt(50);
            boolean offPeak = random.nextInt(3) == 0;
            offPeakStart = offPeak ? random.nextInt(24) : -1;
            offPeakEnd = offPeak ? random.nextInt(24) : -1;
            offPeakRatio = random.nextInt(200);
            interval = random.nextInt(8) == 0 ? 3_600_000L : null;
            totalSize = random.nextInt(8) == 0 ? (long) random.nextInt(5000) : null;
            incrementalSize = random.nextInt(8) == 0 ? (long) random.nextInt(5000) : null;
            fullJustNow = random.nextBoolean();
            forceUp = random.nextInt(3) == 0;
            int levelCount = 2 + random.nextInt(7);
            levels = Levels.of(files(levelCount), FileMetas.KEY_ORDER, levelCount);
        }

        private List<DataFileMeta> files(int levelCount) {
            var files = new ArrayList<DataFileMeta>();
            long sequence = 0;
            for (int level = levelCount - 1; level > 0; level--) {
                if (random.nextInt(3) == 0) {
                    int count = 1 + random.nextInt(3);
                    for (int i = 0; i < count; i++) {
                        files.add(FileMetas.file(
                                "f" + files.size(),
                                level,
                                FileMetas.key(10 * i),
                                FileMetas.key(10 * i + 9),
                                sequence,
                                sequence + 9,
                                size(),
                                0));
                        sequence += 10;
                    }
                }
            }
            for (int i = random.nextInt(10); i > 0; i--) {
                files.add(CompactionScript.file("f" + files.size(), 0, sequence, sequence + 9, size()));
                sequence += 10;
            }
            return files;
        }

        /** Sizes of all magnitudes, often alike. */
        private long size() {
            long magnitude = (long) Math.pow(10, random.nextInt(6));
            return random.nextBoolean() ? magnitude : 1 + (long) (random.nextDouble() * magnitude);
        }

        Optional<CompactionPlan> ours(ZonedDateTime now) {
            Map<String, String> options = new HashMap<>(Map.of(
                    "bucket", "1",
                    "num-sorted-run.compaction-trigger", Integer.toString(trigger),
                    "compaction.max-size-amplification-percent", Integer.toString(amplification),
                    "compaction.size-ratio", Integer.toString(ratio),
                    "compaction.offpeak.start.hour", Integer.toString(offPeakStart),
                    "compaction.offpeak.end.hour", Integer.toString(offPeakEnd),
                    "compaction.offpeak-ratio", Integer.toString(offPeakRatio),
                    "compaction.force-up-level-0", Boolean.toString(forceUp)));
            put(options, "compaction.optimization-interval", interval, "ms");
            put(options, "compaction.total-size-threshold", totalSize, "b");
            put(options, "compaction.incremental-size-threshold", incrementalSize, "b");
            Optional<Instant> lastFull = fullJustNow ? Optional.of(now.toInstant()) : Optional.empty();
            return dev.varve.table.compact.UniversalCompaction.of(TableOptions.of(options, 3))
                    .pick(new BucketView(levels, BucketVectors.NONE, lastFull), now);
        }

        private static void put(Map<String, String> options, String key, Long value, String unit) {
            if (value != null) {
                options.put(key, value + unit);
            }
        }

        Optional<CompactUnit> paimons() {
            EarlyFullCompaction early = new EarlyFullCompaction(interval, totalSize, incrementalSize);
            if (fullJustNow) {
                early.updateLastFullCompaction();
            }
            UniversalCompaction universal = new UniversalCompaction(
                    amplification, ratio, trigger, early, OffPeakHours.create(offPeakStart, offPeakEnd, offPeakRatio));
            CompactStrategy strategy = forceUp ? new ForceUpLevel0Compaction(universal, null) : universal;
            List<LevelSortedRun> runs =
                    levels.runs().stream().map(Case::paimons).toList();
            // What the caller of the strategy leaves out.
            return strategy.pick(levels.levelCount(), runs)
                    .filter(unit -> !unit.files().isEmpty())
                    .filter(unit ->
                            unit.files().size() > 1 || unit.files().get(0).level() != unit.outputLevel());
        }

        private static LevelSortedRun paimons(SortedRun run) {
            return new LevelSortedRun(
                    run.level(),
                    org.apache.paimon.mergetree.SortedRun.fromSorted(
                            run.files().stream().map(Case::paimons).toList()));
        }

        private static org.apache.paimon.io.DataFileMeta paimons(DataFileMeta file) {
            return org.apache.paimon.io.DataFileMeta.create(
                    file.name(),
                    file.sizeBytes(),
                    file.rowCount(),
                    BinaryRow.EMPTY_ROW,
                    BinaryRow.EMPTY_ROW,
                    SimpleStats.EMPTY_STATS,
                    SimpleStats.EMPTY_STATS,
                    file.minSequence(),
                    file.maxSequence(),
                    0,
                    file.level(),
                    List.of(),
                    0L,
                    null,
                    FileSource.APPEND,
                    null,
                    null,
                    null,
                    null);
        }
    }

    @Test
    void picksWhatPaimonPicks() {
        var reasons = new HashMap<CompactionPlan.Reason, Integer>();
        for (long seed = 0; seed < CASES; seed++) {
            Case one = new Case(new Random(seed));
            ZonedDateTime now = ZonedDateTime.now();
            Optional<CompactionPlan> ours = one.ours(now);
            Optional<CompactUnit> paimons = one.paimons();
            if (ZonedDateTime.now().getHour() != now.getHour()) {
                continue;
            }
            assertThat(ours.map(plan -> plan.files().stream()
                                            .map(DataFileMeta::name)
                                            .toList() + " -> " + plan.outputLevel())
                            .orElse("nothing"))
                    .as("seed %s: %s", seed, one.levels)
                    .isEqualTo(paimons.map(unit ->
                                    unit.files().stream()
                                                    .map(org.apache.paimon.io.DataFileMeta::fileName)
                                                    .toList() + " -> " + unit.outputLevel())
                            .orElse("nothing"));
            ours.ifPresent(plan -> reasons.merge(plan.because(), 1, Integer::sum));
        }
        assertThat(reasons.keySet())
                .as("every check has decided: %s", reasons)
                .doesNotContain(CompactionPlan.Reason.REQUESTED, CompactionPlan.Reason.VERSIONS_APART)
                .hasSize(CompactionPlan.Reason.values().length - 2);
    }
}

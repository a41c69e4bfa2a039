package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.option.TableOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The options of {@link UniversalCompaction}.
 *
 * @param trigger sorted runs from which on compactions are considered
 * @param maxSizeAmplificationPercent how large all runs but the oldest may be together, compared with the oldest
 * @param sizeRatioPercent how much larger than the runs before it the next run may be to be taken along
 * @param offPeak adds to the ratio at some hours
 * @param optimizationInterval time between full compactions at most
 * @param totalSizeBytes buckets below this size are always compacted fully
 * @param incrementalSizeBytes a full compaction is due when more than this lies below the highest level
 * @param forceUpLevelZero whether nothing is to stay on level 0
 * @param rewriteAll whether files are rewritten that could stay as they are
 */
record UniversalSettings(
        int trigger,
        int maxSizeAmplificationPercent,
        int sizeRatioPercent,
        OffPeakHours offPeak,
        Optional<Duration> optimizationInterval,
        OptionalLong totalSizeBytes,
        OptionalLong incrementalSizeBytes,
        boolean forceUpLevelZero,
        boolean rewriteAll) {
    UniversalSettings {
        requireNonNull(offPeak, "offPeak is null");
        requireNonNull(optimizationInterval, "optimizationInterval is null");
        requireNonNull(totalSizeBytes, "totalSizeBytes is null");
        requireNonNull(incrementalSizeBytes, "incrementalSizeBytes is null");
    }

    static UniversalSettings of(TableOptions options) {
        return new UniversalSettings(
                options.compactionTrigger(),
                options.maxSizeAmplificationPercent(),
                options.sizeRatioPercent(),
                OffPeakHours.of(options),
                options.optimizationInterval(),
                options.totalSizeThresholdBytes(),
                options.incrementalSizeThresholdBytes(),
                options.forceUpLevel0() || options.lookupCompaction(),
                options.forceRewriteAllFiles());
    }
}

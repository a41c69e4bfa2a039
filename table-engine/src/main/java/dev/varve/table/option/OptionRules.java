package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** What options must satisfy by themselves and among one another. What depends on columns is checked with the schema. */
final class OptionRules {
    private static final int MIN_BUFFER_PAGES = 3;

    private OptionRules() {}

    /** Every known key has a value of its kind. */
    static void requireKinds(Map<String, String> values) {
        Options.ALL.forEach(option -> option.find(values));
        OtherOptions.ALL.forEach(option -> option.find(values));
    }

    /** Ranges and contradictions. */
    static void requireConsistent(TableOptions options) {
        buckets(options);
        retention(options);
        compaction(options);
        deletionVectors(options);
        files(options);
        commit(options);
        tags(options.asMap());
    }

    private static void buckets(TableOptions options) {
        int bucket = options.bucket();
        require(
                bucket >= 1 || bucket == -1 || bucket == -2,
                "option 'bucket' = '%s': the number of buckets needs to be greater than 0, or -1 for dynamic buckets",
                bucket);
        require(
                bucket != -1 || options.bucketKeys().isEmpty(),
                "option 'bucket-key' cannot be defined with 'bucket' = '-1'; set 'bucket' to a fixed number or remove 'bucket-key'");
    }

    private static void retention(TableOptions options) {
        atLeast(Options.SNAPSHOT_RETAINED_MIN, options.snapshotNumRetainedMin(), 1);
        atLeast(Options.SNAPSHOT_RETAINED_MAX, options.snapshotNumRetainedMax(), 1);
        notAbove(
                Options.SNAPSHOT_RETAINED_MIN,
                options.snapshotNumRetainedMin(),
                Options.SNAPSHOT_RETAINED_MAX,
                options.snapshotNumRetainedMax());
        atLeast(Options.CHANGELOG_RETAINED_MIN, options.changelogNumRetainedMin(), 1);
        notAbove(
                Options.CHANGELOG_RETAINED_MIN,
                options.changelogNumRetainedMin(),
                Options.CHANGELOG_RETAINED_MAX,
                options.changelogNumRetainedMax());
    }

    private static void compaction(TableOptions options) {
        atLeast(Options.COMPACTION_TRIGGER, options.compactionTrigger(), 1);
        Options.STOP_TRIGGER
                .find(options.asMap())
                .ifPresent(stop ->
                        notAbove(Options.COMPACTION_TRIGGER, options.compactionTrigger(), Options.STOP_TRIGGER, stop));
        atLeast(Options.NUM_LEVELS, options.numLevels(), 2);
        atLeast(Options.MAX_SIZE_AMPLIFICATION, options.maxSizeAmplificationPercent(), 0);
        atLeast(Options.SIZE_RATIO, options.sizeRatioPercent(), 0);
        atLeast(Options.SORT_SPILL_THRESHOLD, options.sortSpillThreshold(), 2);
        options.fullCompactionDeltaCommits()
                .ifPresent(commits -> atLeast(Options.FULL_COMPACTION_DELTA_COMMITS, commits, 1));
        requireHour(Options.OFF_PEAK_START, options.offPeakStartHour());
        requireHour(Options.OFF_PEAK_END, options.offPeakEndHour());
        require(
                (options.offPeakStartHour() == -1) == (options.offPeakEndHour() == -1),
                "options '%s' and '%s' go together: set both to hours from 0 to 23 or neither",
                Options.OFF_PEAK_START.key(),
                Options.OFF_PEAK_END.key());
    }

    /** Semantics, table modes, section 2. */
    private static void deletionVectors(TableOptions options) {
        if (!options.deletionVectors()) {
            return;
        }
        require(
                options.mergeEngine() != MergeEngine.FIRST_ROW,
                "option '%s' = 'true' with '%s' = '%s': no row is ever replaced there, so there is nothing to mark as"
                        + " deleted; unset one of them",
                Options.DELETION_VECTORS.key(),
                Options.MERGE_ENGINE.key(),
                options.mergeEngine().text());
        require(
                options.changelogProducer() != ChangelogProducer.FULL_COMPACTION,
                "option '%s' = 'true' with '%s' = '%s': deletion vectors go together with the changelog producers none,"
                        + " input and lookup",
                Options.DELETION_VECTORS.key(),
                Options.CHANGELOG_PRODUCER.key(),
                options.changelogProducer().text());
    }

    private static void files(TableOptions options) {
        atLeast(Options.TARGET_FILE_SIZE, options.targetFileBytes(), 1);
        atLeast(Options.FILE_BLOCK_SIZE, options.blockBytes(), 1);
        atLeast(Options.PAGE_SIZE, options.pageBytes(), 1);
        require(
                options.writeBufferBytes() / options.pageBytes() >= MIN_BUFFER_PAGES,
                "option '%s' = '%s' must hold at least %s pages of '%s' = '%s'",
                Options.WRITE_BUFFER_SIZE.key(),
                new MemorySize(options.writeBufferBytes()),
                MIN_BUFFER_PAGES,
                Options.PAGE_SIZE.key(),
                new MemorySize(options.pageBytes()));
        atLeast(Options.STATS_KEEP_FIRST, options.statsKeepFirstColumns(), -1);
        requireFileNamePart(Options.DATA_FILE_PREFIX, options.dataFilePrefix());
        requireFileNamePart(Options.CHANGELOG_FILE_PREFIX, options.changelog().filePrefix());
        requireFileNamePart(Options.PARTITION_DEFAULT_NAME, options.defaultPartitionName());
        require(
                !options.defaultPartitionName().isBlank(),
                "option '%s' must not be blank",
                Options.PARTITION_DEFAULT_NAME.key());
    }

    private static void commit(TableOptions options) {
        atLeast(Options.COMMIT_MAX_RETRIES, options.commitMaxRetries(), 0);
        require(
                options.commitMinRetryWait().compareTo(options.commitMaxRetryWait()) <= 0,
                "option '%s' = '%s' is longer than '%s' = '%s'",
                Options.COMMIT_MIN_RETRY_WAIT.key(),
                options.commitMinRetryWait(),
                Options.COMMIT_MAX_RETRY_WAIT.key(),
                options.commitMaxRetryWait());
        atLeast(Options.MANIFEST_TARGET_SIZE, options.manifestTargetBytes(), 1);
        atLeast(Options.MANIFEST_MERGE_MIN_COUNT, options.manifestMergeMinCount(), 1);
        atLeast(Options.MANIFEST_FULL_COMPACTION_SIZE, options.manifestFullCompactionBytes(), 1);
    }

    private static void tags(Map<String, String> values) {
        Duration period = Options.TAG_CREATION_PERIOD_DURATION
                .find(values)
                .orElseGet(() -> switch (Options.TAG_CREATION_PERIOD.in(values)) {
                    case HOURLY -> Duration.ofHours(1);
                    case TWO_HOURS -> Duration.ofHours(2);
                    case DAILY -> Duration.ofDays(1);
                });
        Duration delay = Options.TAG_CREATION_DELAY.in(values);
        require(
                delay.compareTo(period) < 0,
                "option '%s' = '%s' must be shorter than the period of tags, %s",
                Options.TAG_CREATION_DELAY.key(),
                delay,
                period);
    }

    private static void requireHour(Option<Integer> option, int hour) {
        require(
                hour >= -1 && hour <= 23,
                "option '%s' = '%s': expected an hour from 0 to 23, or -1",
                option.key(),
                hour);
    }

    private static void requireFileNamePart(Option<String> option, String value) {
        require(
                value.chars().allMatch(c -> c >= ' ' && c != '/' && c != '\\'),
                "option '%s' = '%s': slashes and control characters cannot be part of a file name",
                option.key(),
                value);
    }

    private static void atLeast(Option<?> option, long value, long least) {
        require(value >= least, "option '%s' = '%s': expected at least %s", option.key(), value, least);
    }

    private static void notAbove(Option<?> lower, int value, Option<?> upper, int bound) {
        require(
                value <= bound,
                "option '%s' = '%s' is larger than '%s' = '%s'; raise the second or lower the first",
                lower.key(),
                value,
                upper.key(),
                bound);
    }

    private static void require(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new InvalidInputException(String.format(Locale.ROOT, message, values));
        }
    }
}

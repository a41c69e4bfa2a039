package dev.varve.table.option;

import static dev.varve.table.option.OptionKinds.bigint;
import static dev.varve.table.option.OptionKinds.bool;
import static dev.varve.table.option.OptionKinds.choice;
import static dev.varve.table.option.OptionKinds.duration;
import static dev.varve.table.option.OptionKinds.integer;
import static dev.varve.table.option.OptionKinds.names;
import static dev.varve.table.option.OptionKinds.oneOf;
import static dev.varve.table.option.OptionKinds.perLevel;
import static dev.varve.table.option.OptionKinds.size;
import static dev.varve.table.option.OptionKinds.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The options that this engine reads, with their defaults (behaviour page: options). */
final class Options {
    private static final List<Option<?>> REGISTERED = new ArrayList<>();

    // Identity and buckets
    static final Option<String> PRIMARY_KEY = add(text("primary-key", null));
    static final Option<String> PARTITION = add(text("partition", null));
    static final Option<String> TYPE = add(text("type", "table"));
    static final Option<String> BRANCH = add(text("branch", "main"));
    static final Option<Integer> BUCKET = add(integer("bucket", -1));
    static final Option<List<String>> BUCKET_KEY = add(names("bucket-key"));
    static final Option<BucketFunction> BUCKET_FUNCTION =
            add(choice("bucket-function.type", BucketFunction.DEFAULT, BucketFunction.values()));

    // Merging
    static final Option<MergeEngine> MERGE_ENGINE =
            add(choice("merge-engine", MergeEngine.DEDUPLICATE, MergeEngine.values()));
    static final Option<Boolean> IGNORE_DELETE = add(bool("ignore-delete", false)
            .alias("first-row.ignore-delete", "deduplicate.ignore-delete", "partial-update.ignore-delete"));
    static final Option<Boolean> IGNORE_UPDATE_BEFORE = add(bool("ignore-update-before", false));
    static final Option<List<String>> SEQUENCE_FIELD = add(names("sequence.field"));
    static final Option<SortOrder> SEQUENCE_SORT_ORDER =
            add(choice("sequence.field.sort-order", SortOrder.ASCENDING, SortOrder.values()));
    static final Option<Boolean> AGGREGATION_REMOVE_ON_DELETE = add(bool("aggregation.remove-record-on-delete", false));
    static final Option<Boolean> PARTIAL_UPDATE_REMOVE_ON_DELETE =
            add(bool("partial-update.remove-record-on-delete", false));
    static final Option<List<String>> PARTIAL_UPDATE_REMOVE_ON_GROUP =
            add(names("partial-update.remove-record-on-sequence-group"));
    static final Option<String> ROWKIND_FIELD = add(text("rowkind.field", null));
    static final Option<Duration> RECORD_LEVEL_EXPIRE_TIME = add(duration("record-level.expire-time", null));
    static final Option<ChangelogProducer> CHANGELOG_PRODUCER =
            add(choice("changelog-producer", ChangelogProducer.NONE, ChangelogProducer.values()));
    static final Option<Boolean> CHANGELOG_ROW_DEDUPLICATE = add(bool("changelog-producer.row-deduplicate", false));
    static final Option<List<String>> CHANGELOG_ROW_DEDUPLICATE_IGNORED =
            add(names("changelog-producer.row-deduplicate-ignore-fields"));
    static final Option<Boolean> DELETION_VECTORS = add(bool("deletion-vectors.enabled", false));
    static final Option<Boolean> DELETION_VECTORS_BITMAP64 = add(bool("deletion-vectors.bitmap64", false));
    static final Option<Boolean> DELETION_VECTORS_MODIFIABLE = add(bool("deletion-vectors.modifiable", false));

    // Write buffer and files
    static final Option<MemorySize> WRITE_BUFFER_SIZE = add(size("write-buffer-size", MemorySize.ofMebibytes(256)));
    static final Option<Boolean> WRITE_BUFFER_SPILLABLE = add(bool("write-buffer-spillable", true));
    static final Option<MemorySize> WRITE_BUFFER_SPILL_MAX_DISK =
            add(size("write-buffer-spill.max-disk-size", new MemorySize(Long.MAX_VALUE)));
    static final Option<Integer> LOCAL_SORT_MAX_FILE_HANDLES = add(integer("local-sort.max-num-file-handles", 128));
    static final Option<MemorySize> PAGE_SIZE = add(size("page-size", MemorySize.ofKibibytes(64)));
    static final Option<String> SPILL_COMPRESSION = add(text("spill-compression", "zstd"));
    static final Option<Integer> SPILL_ZSTD_LEVEL = add(integer("spill-compression.zstd-level", 1));
    static final Option<Integer> SORT_SPILL_THRESHOLD = add(integer("sort-spill-threshold", null));
    static final Option<Boolean> WRITE_ONLY = add(bool("write-only", false).alias("write.compaction-skip"));
    static final Option<MemorySize> TARGET_FILE_SIZE = add(size("target-file-size", MemorySize.ofMebibytes(128)));
    static final Option<String> FILE_FORMAT = add(text("file.format", "parquet"));
    static final Option<Map<Integer, String>> FILE_FORMAT_PER_LEVEL = add(perLevel("file.format.per.level"));
    static final Option<String> FILE_COMPRESSION = add(text("file.compression", "zstd"));
    static final Option<Map<Integer, String>> FILE_COMPRESSION_PER_LEVEL = add(perLevel("file.compression.per.level"));
    static final Option<Integer> FILE_ZSTD_LEVEL = add(integer("file.compression.zstd-level", 1));
    static final Option<MemorySize> FILE_BLOCK_SIZE = add(size("file.block-size", MemorySize.ofMebibytes(128)));
    static final Option<Boolean> FILE_SUFFIX_COMPRESSION = add(bool("file.suffix.include.compression", false));
    static final Option<String> DATA_FILE_PREFIX = add(text("data-file.prefix", "data-"));
    static final Option<String> CHANGELOG_FILE_PREFIX = add(text("changelog-file.prefix", "changelog-"));
    static final Option<String> CHANGELOG_FILE_FORMAT = add(text("changelog-file.format", null));
    static final Option<String> CHANGELOG_FILE_COMPRESSION = add(text("changelog-file.compression", null));
    static final Option<String> CHANGELOG_FILE_STATS_MODE = add(text("changelog-file.stats-mode", null));
    static final Option<Boolean> THIN_MODE = add(bool("data-file.thin-mode", false));
    static final Option<String> STATS_MODE = add(text("metadata.stats-mode", "truncate(16)"));
    static final Option<Map<Integer, String>> STATS_MODE_PER_LEVEL = add(perLevel("metadata.stats-mode.per.level"));
    static final Option<Boolean> STATS_DENSE_STORE = add(bool("metadata.stats-dense-store", true));
    static final Option<Integer> STATS_KEEP_FIRST = add(integer("metadata.stats-keep-first-n-columns", -1));
    static final Option<MemorySize> FILE_INDEX_IN_MANIFEST =
            add(size("file-index.in-manifest-threshold", new MemorySize(500)));
    static final Option<Boolean> FILE_INDEX_READ = add(bool("file-index.read.enabled", true));

    // Compaction
    static final Option<Integer> COMPACTION_TRIGGER = add(integer("num-sorted-run.compaction-trigger", 5));
    static final Option<Integer> STOP_TRIGGER = add(integer("num-sorted-run.stop-trigger", null));
    static final Option<Integer> NUM_LEVELS = add(integer("num-levels", null));
    static final Option<Integer> MAX_SIZE_AMPLIFICATION =
            add(integer("compaction.max-size-amplification-percent", 200));
    static final Option<Integer> SIZE_RATIO = add(integer("compaction.size-ratio", 1));
    static final Option<Integer> OFF_PEAK_START = add(integer("compaction.offpeak.start.hour", -1));
    static final Option<Integer> OFF_PEAK_END = add(integer("compaction.offpeak.end.hour", -1));
    static final Option<Integer> OFF_PEAK_RATIO = add(integer("compaction.offpeak-ratio", 0));
    static final Option<Duration> OPTIMIZATION_INTERVAL = add(duration("compaction.optimization-interval", null));
    static final Option<MemorySize> TOTAL_SIZE_THRESHOLD = add(size("compaction.total-size-threshold", null));
    static final Option<MemorySize> INCREMENTAL_SIZE_THRESHOLD =
            add(size("compaction.incremental-size-threshold", null));
    static final Option<Boolean> FORCE_UP_LEVEL_0 = add(bool("compaction.force-up-level-0", false));
    static final Option<Boolean> FORCE_REWRITE_ALL_FILES = add(bool("compaction.force-rewrite-all-files", false));
    static final Option<Integer> FULL_COMPACTION_DELTA_COMMITS = add(integer("full-compaction.delta-commits", null));
    static final Option<Boolean> COMMIT_FORCE_COMPACT = add(bool("commit.force-compact", false));
    static final Option<Boolean> LOOKUP_WAIT = add(bool("lookup-wait", true).alias("changelog-producer.lookup-wait"));

    static final Option<Boolean> FORCE_LOOKUP = add(bool("force-lookup", false));

    // Commit
    static final Option<Integer> COMMIT_MAX_RETRIES = add(integer("commit.max-retries", 10));
    static final Option<Duration> COMMIT_TIMEOUT = add(duration("commit.timeout", null));
    static final Option<Duration> COMMIT_MIN_RETRY_WAIT = add(duration("commit.min-retry-wait", Duration.ofMillis(10)));
    static final Option<Duration> COMMIT_MAX_RETRY_WAIT =
            add(duration("commit.max-retry-wait", Duration.ofSeconds(10)));
    static final Option<String> COMMIT_USER_PREFIX = add(text("commit.user-prefix", null));
    static final Option<String> COMMIT_CALLBACKS = add(text("commit.callbacks", ""));
    static final Option<String> MANIFEST_FORMAT = add(text("manifest.format", "avro"));
    static final Option<String> MANIFEST_COMPRESSION = add(text("manifest.compression", "zstd"));
    static final Option<MemorySize> MANIFEST_TARGET_SIZE =
            add(size("manifest.target-file-size", MemorySize.ofMebibytes(8)));
    static final Option<Integer> MANIFEST_MERGE_MIN_COUNT = add(integer("manifest.merge-min-count", 30));
    static final Option<MemorySize> MANIFEST_FULL_COMPACTION_SIZE =
            add(size("manifest.full-compaction-threshold-size", MemorySize.ofMebibytes(16)));
    static final Option<Boolean> MANIFEST_DELETE_DROP_STATS = add(bool("manifest.delete-file-drop-stats", false));

    // Retention
    static final Option<Integer> SNAPSHOT_RETAINED_MIN = add(integer("snapshot.num-retained.min", 10));
    static final Option<Integer> SNAPSHOT_RETAINED_MAX = add(integer("snapshot.num-retained.max", Integer.MAX_VALUE));
    static final Option<Duration> SNAPSHOT_TIME_RETAINED = add(duration("snapshot.time-retained", Duration.ofHours(1)));
    static final Option<Integer> SNAPSHOT_EXPIRE_LIMIT = add(integer("snapshot.expire.limit", 50));
    static final Option<Integer> CHANGELOG_RETAINED_MIN = add(integer("changelog.num-retained.min", null));
    static final Option<Integer> CHANGELOG_RETAINED_MAX = add(integer("changelog.num-retained.max", null));
    static final Option<Duration> CHANGELOG_TIME_RETAINED = add(duration("changelog.time-retained", null));
    static final Option<ExecutionMode> SNAPSHOT_EXPIRE_MODE =
            add(choice("snapshot.expire.execution-mode", ExecutionMode.SYNC, ExecutionMode.values()));
    static final Option<Boolean> SNAPSHOT_CLEAN_EMPTY_DIRECTORIES =
            add(bool("snapshot.clean-empty-directories", false).alias("snapshot.expire.clean-empty-directories"));
    static final Option<Duration> CONSUMER_EXPIRATION_TIME = add(duration("consumer.expiration-time", null));
    static final Option<Boolean> CONSUMER_CHANGELOG_ONLY = add(bool("consumer.changelog-only", false));
    static final Option<TagCreationMode> TAG_AUTOMATIC_CREATION =
            add(choice("tag.automatic-creation", TagCreationMode.NONE, TagCreationMode.values()));
    static final Option<TagCreationPeriod> TAG_CREATION_PERIOD =
            add(choice("tag.creation-period", TagCreationPeriod.DAILY, TagCreationPeriod.values()));
    static final Option<Duration> TAG_CREATION_PERIOD_DURATION = add(duration("tag.creation-period-duration", null));
    static final Option<Duration> TAG_CREATION_DELAY = add(duration("tag.creation-delay", Duration.ZERO));
    static final Option<TagPeriodFormatter> TAG_PERIOD_FORMATTER =
            add(choice("tag.period-formatter", TagPeriodFormatter.WITH_DASHES, TagPeriodFormatter.values()));
    static final Option<Integer> TAG_RETAINED_MAX = add(integer("tag.num-retained-max", null));
    static final Option<Duration> TAG_DEFAULT_TIME_RETAINED = add(duration("tag.default-time-retained", null));
    static final Option<Boolean> TAG_TIME_EXPIRE_ENABLED = add(bool("tag.time-expire-enabled", true));
    static final Option<Boolean> TAG_AUTOMATIC_COMPLETION = add(bool("tag.automatic-completion", false));
    static final Option<String> TAG_BATCH_NAME = add(text("tag.batch.customized-name", null));
    static final Option<String> PROCESS_TIME_ZONE = add(text("sink.process-time-zone", null));
    static final Option<String> WATERMARK_TIME_ZONE = add(text("sink.watermark-time-zone", "UTC"));

    static final Option<Boolean> OVERWRITE_UPGRADE = add(bool("overwrite-upgrade", true));

    // Partitions
    static final Option<Boolean> PARTITION_LEGACY_NAME = add(bool("partition.legacy-name", true));
    static final Option<String> PARTITION_DEFAULT_NAME = add(text("partition.default-name", "__DEFAULT_PARTITION__"));
    static final Option<Duration> PARTITION_EXPIRATION_TIME = add(duration("partition.expiration-time", null));
    static final Option<Duration> PARTITION_EXPIRATION_INTERVAL =
            add(duration("partition.expiration-check-interval", Duration.ofHours(1)));
    static final Option<PartitionExpirationStrategy> PARTITION_EXPIRATION_STRATEGY = add(choice(
            "partition.expiration-strategy",
            PartitionExpirationStrategy.VALUES_TIME,
            PartitionExpirationStrategy.values()));
    static final Option<Integer> PARTITION_EXPIRATION_MAX_NUM = add(integer("partition.expiration-max-num", 100));
    static final Option<Integer> PARTITION_EXPIRATION_BATCH_SIZE =
            add(integer("partition.expiration-batch-size", null));
    static final Option<String> PARTITION_TIMESTAMP_FORMATTER = add(text("partition.timestamp-formatter", null));
    static final Option<String> PARTITION_TIMESTAMP_PATTERN = add(text("partition.timestamp-pattern", null));

    // Evolution
    static final Option<Boolean> NULL_TO_NOT_NULL_DISABLED = add(bool("alter-column-null-to-not-null.disabled", true));
    static final Option<Boolean> EXPLICIT_CAST_DISABLED = add(bool("disable-explicit-type-casting", false));
    static final Option<Boolean> ADD_COLUMN_BEFORE_PARTITION = add(bool("add-column-before-partition", false));

    // What would change the meaning of bytes or of a plain read
    static final Option<String> DATA_FILE_PATH_DIRECTORY = add(text("data-file.path-directory", null));
    static final Option<String> EXTERNAL_PATHS = add(text("data-file.external-paths", null));
    static final Option<Boolean> INDEX_IN_DATA_DIRECTORY = add(bool("index-file-in-data-file-dir", false));
    static final Option<Boolean> ROW_TRACKING = add(bool("row-tracking.enabled", false));
    static final Option<Boolean> DATA_EVOLUTION = add(bool("data-evolution.enabled", false));
    static final Option<Boolean> PK_CLUSTERING_OVERRIDE = add(bool("pk-clustering-override", false));
    static final Option<Boolean> CHAIN_TABLE = add(bool("chain-table.enabled", false));
    static final Option<Boolean> QUERY_AUTH = add(bool("query-auth.enabled", false));
    static final Option<String> SCAN_FALLBACK_BRANCH = add(text("scan.fallback-branch", null));
    static final Option<String> SCAN_PRIMARY_BRANCH = add(text("scan.primary-branch", null));
    static final Option<String> SCAN_MODE = add(oneOf(
                    "scan.mode",
                    "default",
                    "default",
                    "latest-full",
                    "full",
                    "latest",
                    "compacted-full",
                    "from-timestamp",
                    "from-creation-timestamp",
                    "from-file-creation-time",
                    "from-snapshot",
                    "from-snapshot-full",
                    "incremental")
            .alias("log.scan"));
    static final Option<Long> SCAN_SNAPSHOT_ID = add(bigint("scan.snapshot-id", null));
    static final Option<String> SCAN_TAG_NAME = add(text("scan.tag-name", null));
    static final Option<String> SCAN_VERSION = add(text("scan.version", null));
    static final Option<Long> SCAN_WATERMARK = add(bigint("scan.watermark", null));
    static final Option<String> SCAN_TIMESTAMP = add(text("scan.timestamp", null));
    static final Option<Long> SCAN_TIMESTAMP_MILLIS =
            add(bigint("scan.timestamp-millis", null).alias("log.scan.timestamp-millis"));
    static final Option<Long> SCAN_CREATION_TIME = add(bigint("scan.creation-time-millis", null));
    static final Option<Long> SCAN_FILE_CREATION_TIME = add(bigint("scan.file-creation-time-millis", null));
    static final Option<String> INCREMENTAL_BETWEEN = add(text("incremental-between", null));
    static final Option<String> INCREMENTAL_BETWEEN_TIMESTAMP = add(text("incremental-between-timestamp", null));
    static final Option<String> INCREMENTAL_TO_AUTO_TAG = add(text("incremental-to-auto-tag", null));

    // Splits
    static final Option<MemorySize> SPLIT_TARGET_SIZE =
            add(size("source.split.target-size", MemorySize.ofMebibytes(128)));
    static final Option<MemorySize> SPLIT_OPEN_FILE_COST =
            add(size("source.split.open-file-cost", MemorySize.ofMebibytes(4)));
    static final Option<Boolean> SCAN_PLAN_SORT_PARTITION = add(bool("scan.plan-sort-partition", false));

    /** All of the above. */
    static final List<Option<?>> ALL = Collections.unmodifiableList(REGISTERED);

    private Options() {}

    private static <T> Option<T> add(Option<T> option) {
        REGISTERED.add(option);
        return option;
    }
}

package dev.varve.table.option;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The options of one table, typed, with defaults as in the behaviour page on options. Immutable. Each accessor reads its key
 * and then its legacy names, and fails with {@link dev.varve.table.error.InvalidInputException} naming the key, the value and
 * the allowed forms; {@link #requireReadable} and {@link #requireWritable} say once, when a table is opened, whether this
 * engine can honour all of them.
 */
public final class TableOptions {
    private final Map<String, String> values;

    private TableOptions(Map<String, String> values) {
        this.values = values;
    }

    /**
     * The options stored in a schema of the given format version (older ones had other defaults: format page schema, keys).
     */
    public static TableOptions of(Map<String, String> options, int schemaVersion) {
        Map<String, String> values = new LinkedHashMap<>(requireNonNull(options, "options is null"));
        if (schemaVersion <= 1) {
            values.putIfAbsent(Options.BUCKET.key(), "1");
        }
        if (schemaVersion <= 2) {
            values.putIfAbsent(Options.FILE_FORMAT.key(), "orc");
        }
        return new TableOptions(Map.copyOf(values));
    }

    /** These options with some replaced for one job only. */
    public TableOptions with(Map<String, String> overrides) {
        Map<String, String> merged = new LinkedHashMap<>(values);
        merged.putAll(overrides);
        return new TableOptions(Map.copyOf(merged));
    }

    /** All values as text, defaults of old schema versions included. */
    public Map<String, String> asMap() {
        return values;
    }

    // ---- Checks

    /**
     * Checks that a plain read gives the right rows.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException naming the option, if it asks for what this engine does not read
     */
    public void requireReadable() {
        OptionSupport.requireReadable(this);
    }

    /**
     * Checks that this engine may write: everything it reads, and nothing that would be silently left undone.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException naming the option, if it asks for what this engine does not write
     * @throws dev.varve.table.error.InvalidInputException if a key is unknown in a family of known ones, or a value is not of
     *     its kind
     */
    public void requireWritable() {
        OptionSupport.requireWritable(this);
        OptionNames.requireKnown(values);
        OptionRules.requireKinds(values);
    }

    /**
     * Checks names, kinds, ranges and cross-dependencies, as when a table is created.
     *
     * @throws dev.varve.table.error.InvalidInputException naming the option, what was found and what is allowed
     */
    public void requireConsistent() {
        OptionNames.requireKnown(values);
        OptionRules.requireKinds(values);
        OptionRules.requireConsistent(this);
    }

    // ---- Buckets

    /** Number of buckets; -1 dynamic, -2 postponed. */
    public int bucket() {
        return Options.BUCKET.in(values);
    }

    /** Columns that decide the bucket, as declared; empty means the trimmed primary key. */
    public List<String> bucketKeys() {
        return Options.BUCKET_KEY.in(values);
    }

    public BucketFunction bucketFunction() {
        return Options.BUCKET_FUNCTION.in(values);
    }

    // ---- Merging

    public MergeEngine mergeEngine() {
        return Options.MERGE_ENGINE.in(values);
    }

    /** Whether rows of kind -D and -U are dropped. */
    public boolean ignoreDelete() {
        return Options.IGNORE_DELETE.in(values);
    }

    /** Whether rows of kind -U are dropped when they are written. */
    public boolean ignoreUpdateBefore() {
        return Options.IGNORE_UPDATE_BEFORE.in(values);
    }

    /** Columns that order versions of a key before the sequence number does; empty for none. */
    public List<String> sequenceFields() {
        return Options.SEQUENCE_FIELD.in(values);
    }

    public SortOrder sequenceSortOrder() {
        return Options.SEQUENCE_SORT_ORDER.in(values);
    }

    /** Whether -D removes the row of an aggregation table. */
    public boolean aggregationRemovesOnDelete() {
        return Options.AGGREGATION_REMOVE_ON_DELETE.in(values);
    }

    /** Whether -D removes the row of a partial-update table. */
    public boolean partialUpdateRemovesOnDelete() {
        return Options.PARTIAL_UPDATE_REMOVE_ON_DELETE.in(values);
    }

    /** Sequence columns by whose group a -D removes the row of a partial-update table; empty for none. */
    public List<String> partialUpdateRemovingColumns() {
        return Options.PARTIAL_UPDATE_REMOVE_ON_GROUP.in(values);
    }

    /** The column that holds the row kind, in place of the row's own. */
    public Optional<String> rowKindField() {
        return Options.ROWKIND_FIELD.find(values).map(String::strip);
    }

    public ChangelogProducer changelogProducer() {
        return Options.CHANGELOG_PRODUCER.in(values);
    }

    /** Where the rows of the changelog come from and how its files are written. */
    public ChangelogOptions changelog() {
        return new ChangelogOptions(this);
    }

    public boolean deletionVectors() {
        return Options.DELETION_VECTORS.in(values);
    }

    /** Whether deletion vectors are written with row numbers of 64 bits. */
    public boolean deletionVectorsBitmap64() {
        return Options.DELETION_VECTORS_BITMAP64.in(values);
    }

    /**
     * Whether compactions look up which rows theirs replace, so that nothing is to stay on level 0 (semantics, LSM tree, section 4),
     * and what is above it are whole rows.
     */
    public boolean lookupCompaction() {
        return readsMergedOnly() || changelogProducer() == ChangelogProducer.LOOKUP || Options.FORCE_LOOKUP.in(values);
    }

    /** Whether the newest version of a key says all about it: no other version matters to any merge. */
    public boolean newestVersionWins() {
        return mergeEngine() == MergeEngine.DEDUPLICATE && sequenceFields().isEmpty() && !ignoreDelete();
    }

    /**
     * Whether reads leave out level 0: in a first-row table it is not known yet which of its keys are new, in one with deletion
     * vectors, which rows it replaces (semantics, table modes, section 1).
     */
    public boolean readsMergedOnly() {
        return deletionVectors() || mergeEngine() == MergeEngine.FIRST_ROW;
    }

    // ---- Write buffer and files

    /** Whether writers leave compaction to another job. */
    public boolean writeOnly() {
        return Options.WRITE_ONLY.in(values);
    }

    public long writeBufferBytes() {
        return Options.WRITE_BUFFER_SIZE.in(values).bytes();
    }

    /** What a table writer's buffers may take together, if the table says so; else the engine's budget alone limits them. */
    public Optional<Long> writeBufferLimit() {
        return Options.WRITE_BUFFER_SIZE.find(values).map(MemorySize::bytes);
    }

    public boolean writeBufferSpillable() {
        return Options.WRITE_BUFFER_SPILLABLE.in(values);
    }

    public long writeBufferSpillMaxDiskBytes() {
        return Options.WRITE_BUFFER_SPILL_MAX_DISK.in(values).bytes();
    }

    /** Spilled chunks that are merged at once. */
    public int localSortMaxFileHandles() {
        return Options.LOCAL_SORT_MAX_FILE_HANDLES.in(values);
    }

    public long pageBytes() {
        return Options.PAGE_SIZE.in(values).bytes();
    }

    public String spillCompression() {
        return Options.SPILL_COMPRESSION.in(values);
    }

    public int spillZstdLevel() {
        return Options.SPILL_ZSTD_LEVEL.in(values);
    }

    /** Sorted runs that are merged without spilling; unless set, one more than {@link #stopTrigger}. */
    public int sortSpillThreshold() {
        return Options.SORT_SPILL_THRESHOLD.find(values).orElseGet(() -> plus(stopTrigger(), 1));
    }

    /** Size at which a writer starts the next data file. */
    public long targetFileBytes() {
        return Options.TARGET_FILE_SIZE.in(values).bytes();
    }

    /** Format of data files without an entry of their level. */
    public String fileFormat() {
        return Options.FILE_FORMAT.in(values);
    }

    public String fileFormatOf(int level) {
        return Options.FILE_FORMAT_PER_LEVEL.in(values).getOrDefault(level, fileFormat());
    }

    /** Codec of the data files of a level, by its name in Parquet or ORC in any case. */
    public String compression(int level) {
        return Options.FILE_COMPRESSION_PER_LEVEL.in(values).getOrDefault(level, Options.FILE_COMPRESSION.in(values));
    }

    public int zstdLevel() {
        return Options.FILE_ZSTD_LEVEL.in(values);
    }

    /** Size of a Parquet row group. */
    public long blockBytes() {
        return Options.FILE_BLOCK_SIZE.in(values).bytes();
    }

    public String dataFilePrefix() {
        return Options.DATA_FILE_PREFIX.in(values);
    }

    /** Columns whose values are put into Bloom filters, in the order of the option. */
    public List<BloomColumn> bloomColumns() {
        return FileIndexOptions.bloomColumns(values);
    }

    /** Size up to which the file indexes of a data file stand in its manifest entry. */
    public long fileIndexInManifestBytes() {
        return Options.FILE_INDEX_IN_MANIFEST.in(values).bytes();
    }

    /** Whether file indexes are asked before a data file is read. */
    public boolean fileIndexRead() {
        return Options.FILE_INDEX_READ.in(values);
    }

    /** Whether data files leave out the key columns, which the value columns repeat. */
    public boolean thinMode() {
        return Options.THIN_MODE.in(values);
    }

    /** Statistics mode of a level's files as text: {@code none}, {@code counts}, {@code truncate(n)} or {@code full}. */
    public String statsMode(int level) {
        return Options.STATS_MODE_PER_LEVEL.in(values).getOrDefault(level, Options.STATS_MODE.in(values));
    }

    /** All statistics modes that {@link #statsMode} can return, and that of changelog files. */
    public List<String> statsModes() {
        return Stream.of(
                        Stream.of(Options.STATS_MODE.in(values)),
                        Options.STATS_MODE_PER_LEVEL.in(values).values().stream(),
                        Options.CHANGELOG_FILE_STATS_MODE.find(values).stream())
                .flatMap(modes -> modes)
                .distinct()
                .toList();
    }

    /** Statistics mode of one column, which goes before {@link #statsMode}. */
    public Optional<String> statsModeOf(String column) {
        return Optional.ofNullable(values.get("fields." + column + ".stats-mode"));
    }

    /** Whether only columns that have statistics are stored. */
    public boolean statsDenseStore() {
        return Options.STATS_DENSE_STORE.in(values);
    }

    /** How many columns keep statistics; -1 for all. */
    public int statsKeepFirstColumns() {
        return Options.STATS_KEEP_FIRST.in(values);
    }

    // ---- Compaction

    /** Sorted runs that make a compaction due. */
    public int compactionTrigger() {
        return Options.COMPACTION_TRIGGER.in(values);
    }

    /** Sorted runs that stop writing; unless set three more than {@link #compactionTrigger}, and never less than that. */
    public int stopTrigger() {
        int stop = Options.STOP_TRIGGER.find(values).orElseGet(() -> plus(compactionTrigger(), 3));
        return Math.max(stop, compactionTrigger());
    }

    /** Number of levels, level 0 included; unless set one more than {@link #compactionTrigger}. */
    public int numLevels() {
        return Options.NUM_LEVELS.find(values).orElseGet(() -> plus(compactionTrigger(), 1));
    }

    public int maxSizeAmplificationPercent() {
        return Options.MAX_SIZE_AMPLIFICATION.in(values);
    }

    /** How much larger than the runs before it the next run may be to be taken along, in percent. */
    public int sizeRatioPercent() {
        return Options.SIZE_RATIO.in(values);
    }

    /** Hour of the day at which the off-peak window begins; -1 for no window. */
    public int offPeakStartHour() {
        return Options.OFF_PEAK_START.in(values);
    }

    public int offPeakEndHour() {
        return Options.OFF_PEAK_END.in(values);
    }

    /** Added to {@link #sizeRatioPercent} in the off-peak window. */
    public int offPeakRatioPercent() {
        return Options.OFF_PEAK_RATIO.in(values);
    }

    /** A bucket is compacted fully at least this often, if set. */
    public Optional<Duration> optimizationInterval() {
        return Options.OPTIMIZATION_INTERVAL.find(values);
    }

    /** Buckets smaller than this are always compacted fully, if set. */
    public OptionalLong totalSizeThresholdBytes() {
        return bytes(Options.TOTAL_SIZE_THRESHOLD);
    }

    /** A full compaction is due when what lies below the top level exceeds this, if set. */
    public OptionalLong incrementalSizeThresholdBytes() {
        return bytes(Options.INCREMENTAL_SIZE_THRESHOLD);
    }

    public boolean forceUpLevel0() {
        return Options.FORCE_UP_LEVEL_0.in(values);
    }

    /** Whether a full compaction rewrites even files that could stay. */
    public boolean forceRewriteAllFiles() {
        return Options.FORCE_REWRITE_ALL_FILES.in(values);
    }

    /** A full compaction is made every so many commits, if set; with every one, if the changelog comes from it. */
    public OptionalInt fullCompactionDeltaCommits() {
        Integer commits = Options.FULL_COMPACTION_DELTA_COMMITS.in(values);
        if (commits != null) {
            return OptionalInt.of(commits);
        }
        return changelogProducer() == ChangelogProducer.FULL_COMPACTION ? OptionalInt.of(1) : OptionalInt.empty();
    }

    /** Whether every commit waits for the compactions that are due. */
    public boolean commitForceCompact() {
        return Options.COMMIT_FORCE_COMPACT.in(values);
    }

    /** Whether a commit waits for the compactions without which its rows would not be visible. */
    public boolean lookupWait() {
        return Options.LOOKUP_WAIT.in(values);
    }

    // ---- Commit

    public int commitMaxRetries() {
        return Options.COMMIT_MAX_RETRIES.in(values);
    }

    /** Bound of all tries of one commit together, if set. */
    public Optional<Duration> commitTimeout() {
        return Options.COMMIT_TIMEOUT.find(values);
    }

    public Duration commitMinRetryWait() {
        return Options.COMMIT_MIN_RETRY_WAIT.in(values);
    }

    public Duration commitMaxRetryWait() {
        return Options.COMMIT_MAX_RETRY_WAIT.in(values);
    }

    public Optional<String> commitUserPrefix() {
        return Options.COMMIT_USER_PREFIX.find(values);
    }

    /** Avro codec of manifests. */
    public String manifestCompression() {
        return Options.MANIFEST_COMPRESSION.in(values);
    }

    public long manifestTargetBytes() {
        return Options.MANIFEST_TARGET_SIZE.in(values).bytes();
    }

    /** Small manifests that are merged into one once there are so many. */
    public int manifestMergeMinCount() {
        return Options.MANIFEST_MERGE_MIN_COUNT.in(values);
    }

    /** Size of the changed part from which all manifests are rewritten. */
    public long manifestFullCompactionBytes() {
        return Options.MANIFEST_FULL_COMPACTION_SIZE.in(values).bytes();
    }

    /** Whether manifest entries of deleted files leave out the statistics. */
    public boolean manifestDeleteDropStats() {
        return Options.MANIFEST_DELETE_DROP_STATS.in(values);
    }

    // ---- Retention

    public int snapshotNumRetainedMin() {
        return Options.SNAPSHOT_RETAINED_MIN.in(values);
    }

    public int snapshotNumRetainedMax() {
        return Options.SNAPSHOT_RETAINED_MAX.in(values);
    }

    public Duration snapshotTimeRetained() {
        return Options.SNAPSHOT_TIME_RETAINED.in(values);
    }

    /** Snapshots that one run expires at most. */
    public int snapshotExpireLimit() {
        return Options.SNAPSHOT_EXPIRE_LIMIT.in(values);
    }

    /** Unless set, {@link #snapshotNumRetainedMin}. */
    public int changelogNumRetainedMin() {
        return Options.CHANGELOG_RETAINED_MIN.find(values).orElseGet(this::snapshotNumRetainedMin);
    }

    /** Unless set, {@link #snapshotNumRetainedMax}. */
    public int changelogNumRetainedMax() {
        return Options.CHANGELOG_RETAINED_MAX.find(values).orElseGet(this::snapshotNumRetainedMax);
    }

    /** Unless set, {@link #snapshotTimeRetained}. */
    public Duration changelogTimeRetained() {
        return Options.CHANGELOG_TIME_RETAINED.find(values).orElseGet(this::snapshotTimeRetained);
    }

    /** Whether a commit waits for the maintenance after it. */
    public ExecutionMode snapshotExpireMode() {
        return Options.SNAPSHOT_EXPIRE_MODE.in(values);
    }

    /** Whether expiration removes directories that it has emptied. */
    public boolean snapshotCleanEmptyDirectories() {
        return Options.SNAPSHOT_CLEAN_EMPTY_DIRECTORIES.in(values);
    }

    /** Whether the changelog of expired snapshots is kept longer than they are. */
    public boolean changelogDecoupled() {
        return changelogNumRetainedMax() > snapshotNumRetainedMax()
                || changelogTimeRetained().compareTo(snapshotTimeRetained()) > 0
                || changelogNumRetainedMin() > snapshotNumRetainedMin();
    }

    /** After how long of silence a consumer is forgotten, if ever. */
    public Optional<Duration> consumerExpirationTime() {
        return Options.CONSUMER_EXPIRATION_TIME.find(values);
    }

    /** Whether consumers protect the long-lived changelog only. */
    public boolean consumerChangelogOnly() {
        return Options.CONSUMER_CHANGELOG_ONLY.in(values);
    }

    // ---- Tags

    public TagCreationMode tagAutomaticCreation() {
        return Options.TAG_AUTOMATIC_CREATION.in(values);
    }

    /** How often tags are created, unless {@link #tagCreationPeriodDuration} is set. */
    public TagCreationPeriod tagCreationPeriod() {
        return Options.TAG_CREATION_PERIOD.in(values);
    }

    public Optional<Duration> tagCreationPeriodDuration() {
        return Options.TAG_CREATION_PERIOD_DURATION.find(values);
    }

    /** How long after the end of a period its tag is created. */
    public Duration tagCreationDelay() {
        return Options.TAG_CREATION_DELAY.in(values);
    }

    public TagPeriodFormatter tagPeriodFormatter() {
        return Options.TAG_PERIOD_FORMATTER.in(values);
    }

    /** How many automatic tags are kept, if bounded. */
    public OptionalInt tagNumRetainedMax() {
        Integer tags = Options.TAG_RETAINED_MAX.in(values);
        return tags == null ? OptionalInt.empty() : OptionalInt.of(tags);
    }

    /** How long new tags are kept unless they say otherwise; empty for as long as nobody deletes them. */
    public Optional<Duration> tagDefaultTimeRetained() {
        return Options.TAG_DEFAULT_TIME_RETAINED.find(values);
    }

    /** Whether tags whose time is over are deleted after commits. */
    public boolean tagTimeExpireEnabled() {
        return Options.TAG_TIME_EXPIRE_ENABLED.in(values);
    }

    /** Whether periods without a snapshot get a tag afterwards. */
    public boolean tagAutomaticCompletion() {
        return Options.TAG_AUTOMATIC_COMPLETION.in(values);
    }

    /** Name of the tags of batch commits, if it is not to be their date. */
    public Optional<String> tagBatchName() {
        return Options.TAG_BATCH_NAME.find(values);
    }

    /** The zone in which the time of snapshots falls into periods; empty for the process's own. */
    public Optional<ZoneId> processTimeZone() {
        return Options.PROCESS_TIME_ZONE.find(values).map(zone -> zone(Options.PROCESS_TIME_ZONE, zone));
    }

    /** The zone in which watermarks fall into periods. */
    public ZoneId watermarkTimeZone() {
        return zone(Options.WATERMARK_TIME_ZONE, Options.WATERMARK_TIME_ZONE.in(values));
    }

    private static ZoneId zone(Option<String> option, String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new InvalidInputException(
                    "option '" + option.key() + "' = '" + text + "': expected a time zone such as UTC or Europe/Berlin",
                    e);
        }
    }

    // ---- Reading

    /**
     * The version that a read wants.
     *
     * @throws dev.varve.table.error.InvalidInputException if several are asked for, or {@code scan.mode} is of another kind
     */
    public ReadStart readStart() {
        return ReadStartOptions.of(values);
    }

    /**
     * Checks that reads want the newest version.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException if options choose another
     */
    public void requireReadsNewest() {
        OptionSupport.requireReadsNewest(this);
    }

    /** Size of the files that are read together. */
    public long splitTargetBytes() {
        return Options.SPLIT_TARGET_SIZE.in(values).bytes();
    }

    /** Least weight of what is packed into a split, since opening a file takes time too. */
    public long splitOpenFileCostBytes() {
        return Options.SPLIT_OPEN_FILE_COST.in(values).bytes();
    }

    /** Whether splits are ordered by partition. */
    public boolean scanPlanSortPartition() {
        return Options.SCAN_PLAN_SORT_PARTITION.in(values);
    }

    // ---- Partitions

    /** Whether partition directories write values the old way (format page: layout, partition text). */
    public boolean legacyPartitionNames() {
        return Options.PARTITION_LEGACY_NAME.in(values);
    }

    /** Directory value of a null or blank partition value. */
    public String defaultPartitionName() {
        return Options.PARTITION_DEFAULT_NAME.in(values);
    }

    /** Age at which partitions are dropped, if set. */
    public Optional<Duration> partitionExpirationTime() {
        return Options.PARTITION_EXPIRATION_TIME.find(values);
    }

    /** Whether an overwrite puts files that overlap no other on the highest level at once. */
    public boolean overwriteUpgrade() {
        return Options.OVERWRITE_UPGRADE.in(values);
    }

    /** How much time lies between two looks for partitions that are too old. */
    public Duration partitionExpirationInterval() {
        return Options.PARTITION_EXPIRATION_INTERVAL.in(values);
    }

    public PartitionExpirationStrategy partitionExpirationStrategy() {
        return Options.PARTITION_EXPIRATION_STRATEGY.in(values);
    }

    /** Partitions that one look drops at most. */
    public int partitionExpirationMaxNum() {
        return Options.PARTITION_EXPIRATION_MAX_NUM.in(values);
    }

    /** Partitions that one commit drops at most; unless set, all at once. */
    public int partitionExpirationBatchSize() {
        return Options.PARTITION_EXPIRATION_BATCH_SIZE.find(values).orElse(Integer.MAX_VALUE);
    }

    /** How the time of a partition is written, as a pattern of {@link java.time.format.DateTimeFormatter}. */
    public Optional<String> partitionTimestampFormatter() {
        return Options.PARTITION_TIMESTAMP_FORMATTER.find(values);
    }

    /** The text that holds the time of a partition, with {@code $column} for values; unless set, the first value. */
    public Optional<String> partitionTimestampPattern() {
        return Options.PARTITION_TIMESTAMP_PATTERN.find(values);
    }

    // ---- Evolution

    /** Whether a column may become NOT NULL. */
    public boolean nullToNotNullAllowed() {
        return !Options.NULL_TO_NOT_NULL_DISABLED.in(values);
    }

    /** Whether a column's type may change in a way that can lose values. */
    public boolean explicitCastsAllowed() {
        return !Options.EXPLICIT_CAST_DISABLED.in(values);
    }

    /** Whether deletion vectors may be switched on or off. */
    public boolean deletionVectorsModifiable() {
        return Options.DELETION_VECTORS_MODIFIABLE.in(values);
    }

    /** Whether an added column without a position goes before the partition columns at the end. */
    public boolean addColumnBeforePartition() {
        return Options.ADD_COLUMN_BEFORE_PARTITION.in(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableOptions that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    private OptionalLong bytes(Option<MemorySize> option) {
        MemorySize size = option.in(values);
        return size == null ? OptionalLong.empty() : OptionalLong.of(size.bytes());
    }

    private static int plus(int number, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) number + more);
    }
}

package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.format.FileFormat;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.WriteSettings;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.index.FileIndexWriter;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.manifest.StatisticsBuilder;
import dev.varve.table.option.BloomColumn;
import dev.varve.table.option.ChangelogOptions;
import dev.varve.table.option.TableOptions;
import dev.varve.table.schema.TableSchema;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes data file writers for all buckets of a table under one schema, so that flush and compaction write alike. Names of its
 * files are unique: a random id of this object and a counter. Safe for use by several threads.
 */
public final class DataFileWriters {
    private final FileIO io;
    private final DataFilePaths paths;
    private final TableSchema schema;
    private final TableOptions options;
    private final Env env;

    private final PhysicalLayout layout;
    private final StatisticsBuilder keyStatistics;
    private final StatisticsBuilder valueStatistics;
    private final ConcurrentMap<Kind, LevelSettings> settings = new ConcurrentHashMap<>();
    private final List<BloomColumn> bloomColumns;
    private final String uuid;
    private final AtomicInteger nextNumber = new AtomicInteger();

    /** The files that are written alike. */
    private record Kind(FileRole role, int level) {}

    /** How files of one level are written. */
    record LevelSettings(FileFormat format, WriteSettings settings) {}

    public DataFileWriters(FileIO io, DataFilePaths paths, TableSchema schema, TableOptions options, Env env) {
        this.io = requireNonNull(io, "io is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.schema = requireNonNull(schema, "schema is null");
        this.options = requireNonNull(options, "options is null");
        this.env = requireNonNull(env, "env is null");
        KeyValueLayout logical = KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys());
        this.layout = new PhysicalLayout(logical, options.thinMode());
        this.keyStatistics = new StatisticsBuilder(logical.keyType());
        this.valueStatistics = new StatisticsBuilder(logical.valueType());
        this.bloomColumns = options.bloomColumns();
        FileIndexWriter.requirePossible(schema.rowType(), bloomColumns);
        this.uuid = env.newUuid();
    }

    /** Deletes a finished file that nobody refers to, and what belongs to it. */
    public void delete(BucketId bucket, DataFileMeta file) {
        Location directory = paths.directory(bucket);
        file.extraFiles().forEach(name -> io.delete(directory.child(name)));
        io.delete(directory.child(file.name()));
    }

    /** A writer for one sorted run. No file exists before its first row. */
    public DataFileWriter open(BucketId bucket, int level, FileSource source) {
        return new DataFileWriter(this, paths.directory(bucket), FileRole.DATA, level, source);
    }

    /**
     * A writer of changelog, which takes several versions of a key one after another. No file exists before its first row.
     *
     * @param level of the data files that are written along with it
     */
    public DataFileWriter openChangelog(BucketId bucket, int level) {
        return new DataFileWriter(this, paths.directory(bucket), FileRole.CHANGELOG, level, FileSource.APPEND);
    }

    /** Where versions have their keys, and how keys are ordered. */
    public KeyValueLayout layout() {
        return layout.logical();
    }

    FileIO io() {
        return io;
    }

    PhysicalLayout physicalLayout() {
        return layout;
    }

    long targetBytes() {
        return options.targetFileBytes();
    }

    /** Collects the indexes of one file; empty if the table has none, and for changelog, which is read as a whole. */
    Optional<FileIndexWriter> newIndexWriter(FileRole role) {
        return bloomColumns.isEmpty() || role == FileRole.CHANGELOG
                ? Optional.empty()
                : Optional.of(new FileIndexWriter(schema.rowType(), bloomColumns));
    }

    /** Size up to which indexes stand in the manifest. */
    long embeddedIndexBytes() {
        return options.fileIndexInManifestBytes();
    }

    long schemaId() {
        return schema.id();
    }

    LevelSettings settings(FileRole role, int level) {
        return settings.computeIfAbsent(new Kind(role, level), this::settingsOf);
    }

    private LevelSettings settingsOf(Kind kind) {
        int level = kind.level();
        ChangelogOptions changelog = options.changelog();
        return switch (kind.role()) {
            case DATA ->
                settingsOf(
                        options.fileFormatOf(level),
                        options.compression(level),
                        options.statsMode(level),
                        layout.distinctColumns());
            case CHANGELOG ->
                settingsOf(
                        changelog.fileFormatOf(level),
                        changelog.compression(level),
                        changelog.statsMode(level),
                        Set.of());
        };
    }

    private LevelSettings settingsOf(String format, String compression, String statsMode, Set<String> distinct) {
        return new LevelSettings(
                FileFormats.load(format),
                new WriteSettings(
                        compression,
                        options.zstdLevel(),
                        options.blockBytes(),
                        ColumnModes.of(layout, options, statsMode),
                        distinct));
    }

    Location newFile(Location directory, FileRole role, FileFormat format) {
        String prefix = switch (role) {
            case DATA -> options.dataFilePrefix();
            case CHANGELOG -> options.changelog().filePrefix();
        };
        return directory.child(TableLayout.newDataFileName(prefix, uuid, nextNumber.getAndIncrement(), format.name()));
    }

    StatisticsBuilder keyStatistics() {
        return keyStatistics;
    }

    StatisticsBuilder valueStatistics() {
        return valueStatistics;
    }

    boolean denseStatistics() {
        return options.statsDenseStore();
    }

    /** The local wall-clock time as if it were UTC (format page manifests, field {@code _CREATION_TIME}). */
    long creationTimeMillis() {
        Instant now = Instant.ofEpochMilli(env.currentTimeMillis());
        return LocalDateTime.ofInstant(now, env.zone())
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
    }
}

package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.maintain.MaintenanceServices;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.option.TableOptions;
import dev.varve.table.predicate.PredicateParser;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.ConsumerStore;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.snapshot.TagStore;
import dev.varve.table.type.RowType;
import dev.varve.table.write.BucketFiles;
import dev.varve.table.write.CompactionRole;
import dev.varve.table.write.WriteContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The stores and settings of one table under one schema, put together once. Safe for use by several threads. */
final class TableParts {
    private final Location root;
    private final FileIO io;
    private final EngineServices services;
    private final SchemaStore schemas;
    private final TableSchema schema;
    private final TableOptions options;
    private final TableLayout layout;
    private final SnapshotStore snapshots;
    private final TagStore tags;
    private final ManifestStore manifests;
    private final PartitionPath partitionPath;
    private final Map<Long, TableSchema> olderSchemas;

    TableParts(Location root, FileIO io, EngineServices services, SchemaStore schemas, TableSchema schema) {
        this(root, io, services, schemas, schema, new ConcurrentHashMap<>());
    }

    private TableParts(
            Location root,
            FileIO io,
            EngineServices services,
            SchemaStore schemas,
            TableSchema schema,
            Map<Long, TableSchema> olderSchemas) {
        this.root = requireNonNull(root, "root is null");
        this.io = requireNonNull(io, "io is null");
        this.services = requireNonNull(services, "services is null");
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.schema = requireNonNull(schema, "schema is null");
        this.olderSchemas = olderSchemas;
        this.options = TableOptions.of(schema.options(), schema.version());
        this.layout = new TableLayout(root);
        this.snapshots = new SnapshotStore(io, layout);
        this.tags = new TagStore(io, layout);
        this.manifests = new ManifestStore(
                io, layout, services.env(), schema, options.manifestTargetBytes(), services.metadata());
        this.partitionPath = new PartitionPath(
                schema.partitionType(),
                options.legacyPartitionNames(),
                options.defaultPartitionName(),
                services.env().zone());
    }

    TableParts withSchema(TableSchema newSchema) {
        return new TableParts(root, io, services, schemas, newSchema, olderSchemas);
    }

    /** This table with some options replaced, for one job only. */
    TableParts withOptions(Map<String, String> overrides) {
        Map<String, String> changed = new LinkedHashMap<>(schema.options());
        changed.putAll(overrides);
        return withSchema(schema.withOptions(changed));
    }

    Location root() {
        return root;
    }

    FileIO io() {
        return io;
    }

    EngineServices services() {
        return services;
    }

    SchemaStore schemas() {
        return schemas;
    }

    TableSchema schema() {
        return schema;
    }

    TableOptions options() {
        return options;
    }

    TableLayout layout() {
        return layout;
    }

    SnapshotStore snapshots() {
        return snapshots;
    }

    TagStore tags() {
        return tags;
    }

    ManifestStore manifests() {
        return manifests;
    }

    PartitionPath partitionPath() {
        return partitionPath;
    }

    DataFilePaths dataFilePaths() {
        return new DataFilePaths(layout, partitionPath);
    }

    MaintenanceServices maintenanceServices() {
        return new MaintenanceServices(
                services.env(),
                io,
                layout,
                snapshots,
                tags,
                new ConsumerStore(io, layout),
                // What is deleted or verified must be what is really there.
                new ManifestStore(io, layout, services.env(), schema, options.manifestTargetBytes()),
                dataFilePaths(),
                services.executor(),
                services.parallelism());
    }

    /** Reads conditions on rows; local times are in the process's zone. */
    PredicateParser conditions(RowType type) {
        return new PredicateParser(type, services.env().zone());
    }

    /** What reads of data files share with all other reads of the engine; counted by {@code statistics}. */
    DataFileReaders.ReadContext readContext(ReadStatistics statistics) {
        return new DataFileReaders.ReadContext(services.metadata(), statistics, options.fileIndexRead());
    }

    /**
     * What a writer of this table works with.
     *
     * @param writeSchema the schema of its rows
     * @param writeOptions options that it goes by
     * @param owns which buckets it compacts
     */
    WriteContext writeContext(
            TableSchema writeSchema, TableOptions writeOptions, BucketFiles files, Predicate<BucketId> owns) {
        return new WriteContext(
                io,
                dataFilePaths(),
                writeSchema,
                writeOptions,
                this::schema,
                files,
                writeOptions
                        .writeBufferLimit()
                        .map(services.budget()::limitedTo)
                        .orElse(services.budget()),
                services.spill(),
                services.executor(),
                services.parallelism(),
                new CompactionRole(root.value(), services.compactions(), owns),
                services.env());
    }

    /** How many runs a merge of this table reads from their files at once. */
    OpenRuns openRuns() {
        return OpenRuns.of(options, services.spill());
    }

    /** The schema with this id. Schemas never change, so each is read once. */
    TableSchema schema(long id) {
        return id == schema.id() ? schema : olderSchemas.computeIfAbsent(id, schemas::load);
    }
}

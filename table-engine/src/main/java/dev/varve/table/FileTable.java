package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.row.Row;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A table that lies in a directory. A newer schema makes a new object. */
final class FileTable implements Table {
    private final TableParts parts;

    /** Shared by {@link #get}s, so that the live files are known once; made by the first one. Guarded by this. */
    private KeyLookup shared;

    private FileTable(TableParts parts) {
        this.parts = requireNonNull(parts, "parts is null");
    }

    /** Whether a directory is a table's: it has a schema. */
    static boolean isTable(Location root, FileIO io) {
        return io.list(new TableLayout(root).schemaDirectory()).stream()
                .anyMatch(entry -> TableLayout.schemaId(entry.name()).isPresent());
    }

    static Optional<FileTable> find(Location root, FileIO io, EngineServices services) {
        SchemaStore schemas = schemas(root, io, services);
        return schemas.latest().map(schema -> open(root, io, services, schemas, schema));
    }

    static FileTable create(Location root, FileIO io, EngineServices services, TableSpec spec) {
        SchemaStore schemas = schemas(root, io, services);
        return open(root, io, services, schemas, schemas.create(spec));
    }

    private static SchemaStore schemas(Location root, FileIO io, EngineServices services) {
        return new SchemaStore(io, new TableLayout(root), services.env(), FileTable::requireMergeable);
    }

    private static FileTable open(
            Location root, FileIO io, EngineServices services, SchemaStore schemas, TableSchema schema) {
        if (schema.primaryKeys().isEmpty()) {
            throw new InvalidInputException(
                    "table " + root + " has no primary key; this engine reads and writes primary-key tables only");
        }
        return new FileTable(new TableParts(root, io, services, schemas, schema));
    }

    @Override
    public String location() {
        return parts.root().value();
    }

    @Override
    public TableSchema schema() {
        return parts.schema();
    }

    @Override
    public Table reload() {
        return with(parts.schemas().latest().orElseThrow(() -> gone()));
    }

    private StorageException gone() {
        return new StorageException(
                StorageException.Kind.NOT_FOUND,
                "table " + location() + " has no schema any more: it was dropped",
                null);
    }

    @Override
    public Table evolve(List<SchemaChange> changes) {
        return with(parts.schemas().evolve(changes, hasSnapshots()));
    }

    @Override
    public Optional<Table> evolveFromHere(List<SchemaChange> changes) {
        return parts.schemas()
                .evolveFrom(parts.schema(), changes, hasSnapshots())
                .map(this::with);
    }

    private boolean hasSnapshots() {
        return parts.snapshots().latestId().isPresent();
    }

    private Table with(TableSchema schema) {
        return schema.equals(parts.schema()) ? this : new FileTable(parts.withSchema(schema));
    }

    @Override
    public Optional<Snapshot> latestSnapshot() {
        return parts.snapshots().latest();
    }

    @Override
    public OptionalLong earliestSnapshotId() {
        return parts.snapshots().earliestId();
    }

    @Override
    public Optional<Snapshot> findSnapshot(long id) {
        return id < Snapshot.FIRST_ID ? Optional.empty() : parts.snapshots().find(id);
    }

    @Override
    public List<Snapshot> snapshots() {
        return parts.snapshots().all();
    }

    @Override
    public TableWriter newWriter(String commitUser, CompactionOwnership ownership) {
        parts.schema().requireWritable();
        requireMergeable(parts.schema());
        return new FileTableWriter(parts, commitUser, ownership);
    }

    private static void requireMergeable(TableSchema schema) {
        MergeRules.requireWritable(schema, schema.tableOptions());
    }

    @Override
    public TableScan scan() {
        parts.schema().requireReadable();
        return new FileTableScan(parts);
    }

    @Override
    public ChangelogScan changelog() {
        parts.schema().requireReadable();
        return new FileChangelogScan(parts);
    }

    @Override
    public TableLookup lookup() {
        parts.schema().requireReadable();
        parts.options().requireReadsNewest();
        KeyLookup own = new KeyLookup(parts);
        own.refresh();
        return own;
    }

    @Override
    public Optional<Row> get(Row key) {
        parts.schema().requireReadable();
        parts.options().requireReadsNewest();
        KeyLookup lookup = sharedLookup();
        lookup.refresh();
        return lookup.find(key);
    }

    private synchronized KeyLookup sharedLookup() {
        if (shared == null) {
            shared = new KeyLookup(parts);
        }
        return shared;
    }

    @Override
    public Optional<Snapshot> compact(String commitUser) {
        parts.schema().requireWritable();
        try (FileTableWriter writer = new FileTableWriter(parts, commitUser, CompactionOwnership.ALL)) {
            return writer.compactFully(bucket -> true);
        }
    }

    @Override
    public List<LiveFile> files() {
        return new FileListing(parts).list();
    }

    @Override
    public TableMaintenance maintenance() {
        return new FileTableMaintenance(parts);
    }

    @Override
    public String toString() {
        return location() + " schema " + parts.schema().id();
    }
}

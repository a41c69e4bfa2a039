package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.format.FileFormat;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.format.ReadSettings;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.schema.SchemaMapping;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Opens the data files of a table with the wanted columns, whatever schema they were written with (format page data files, 6.8).
 * Key columns are taken from the table columns, so that files with and without {@code _KEY_} columns read alike. Safe for use by
 * several threads.
 */
public final class DataFileReaders {
    private final FileIO io;
    private final DataFilePaths paths;
    private final LongFunction<TableSchema> schemas;
    private final KeyValueLayout layout;
    private final ZoneId zone;
    private final ReadContext context;

    /**
     * Where reads keep and count what they find out, shared by several readers.
     *
     * @param cache metadata of files
     * @param statistics counts files, row groups and pages
     * @param usesIndexes whether file indexes are asked
     */
    public record ReadContext(MetadataCache cache, ReadStatistics statistics, boolean usesIndexes) {}

    /**
     * @param schemas loads the schema with an id; called once a file, from any thread
     * @param layout wanted columns, key columns among them
     * @param zone in which casts mean local times
     */
    public DataFileReaders(
            FileIO io, DataFilePaths paths, LongFunction<TableSchema> schemas, KeyValueLayout layout, ZoneId zone) {
        this(io, paths, schemas, layout, zone, new ReadContext(MetadataCache.NONE, new ReadStatistics(), true));
    }

    private DataFileReaders(
            FileIO io,
            DataFilePaths paths,
            LongFunction<TableSchema> schemas,
            KeyValueLayout layout,
            ZoneId zone,
            ReadContext context) {
        this.io = requireNonNull(io, "io is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.zone = requireNonNull(zone, "zone is null");
        this.context = requireNonNull(context, "context is null");
    }

    /** The same readers with another context. */
    public DataFileReaders with(ReadContext newContext) {
        return new DataFileReaders(io, paths, schemas, layout, zone, newContext);
    }

    /** The layout of the rows that readers lend. */
    public KeyValueLayout layout() {
        return layout;
    }

    /**
     * Opens a file.
     *
     * @throws StorageException NOT_FOUND if the file is gone
     * @throws CorruptTableException if the file is not what its metadata says
     */
    public KeyValueReader open(BucketId bucket, DataFileMeta file) {
        return open(bucket, file, Optional.empty());
    }

    /**
     * Opens a file to read the rows of which a condition is true. Others may come too, and the caller must be able to do without
     * them: where versions are merged, a condition on anything but the key would let older versions reappear.
     *
     * @param pushed over the wanted columns
     * @throws StorageException NOT_FOUND if the file is gone
     * @throws CorruptTableException if the file or its indexes are not what its metadata says
     */
    public KeyValueReader open(BucketId bucket, DataFileMeta file, Optional<Predicate> pushed) {
        Location location = paths.file(bucket, file);
        FileFormat format = FileFormats.load(TableLayout.extension(file.name()));
        SchemaMapping mapping =
                SchemaMapping.between(schemas.apply(file.schemaId()).rowType(), layout.valueType(), zone);
        Predicate predicate = pushed.map(mapping::toFile).orElse(Constant.TRUE);
        try {
            if (!mayMatch(location, file, predicate, mapping.physicalType())) {
                context.statistics().fileSkipped();
                return KeyValueReader.empty();
            }
            context.statistics().fileOpened();
            RowFileReader rows = format.openReader(
                    io,
                    location,
                    file.sizeBytes(),
                    physicalType(mapping),
                    new ReadSettings(predicate, context.cache(), context.statistics()));
            return new DataFileReader(this, location, file, rows, mapping, predicate == Constant.TRUE);
        } catch (StorageException | CorruptTableException e) {
            throw explain(location, file, e);
        }
    }

    private boolean mayMatch(Location location, DataFileMeta file, Predicate predicate, RowType fileType) {
        if (predicate == Constant.TRUE || predicate == Constant.FALSE) {
            return predicate == Constant.TRUE;
        }
        return !context.usesIndexes()
                || new FileIndexes(io, context.cache())
                        .find(location, file)
                        .map(index -> index.mayMatch(predicate, fileType))
                        .orElse(true);
    }

    /** The file's columns that are wanted, then sequence number and kind. */
    private static RowType physicalType(SchemaMapping mapping) {
        var fields = new ArrayList<DataField>(mapping.physicalType().fields());
        fields.add(PhysicalLayout.SEQUENCE);
        fields.add(PhysicalLayout.KIND);
        return new RowType(fields, false);
    }

    /** What the failure means for somebody who sees the table, not the file. */
    TableException explain(Location location, DataFileMeta file, TableException failure) {
        if (failure instanceof StorageException storage && storage.isNotFound()) {
            return new StorageException(
                    StorageException.Kind.NOT_FOUND,
                    "data file " + location
                            + " is not there: most probably its snapshot has expired while it was being "
                            + "read; read again from the newest snapshot, and keep snapshots longer than reads take",
                    failure);
        }
        if (failure instanceof CorruptTableException) {
            Optional<FileEntry> found = io.find(location);
            if (found.isPresent() && found.get().sizeBytes() != file.sizeBytes()) {
                return new CorruptTableException(
                        "data file " + location + " has " + found.get().sizeBytes() + " bytes, its metadata says "
                                + file.sizeBytes() + ": it was cut, replaced or written to after it was committed",
                        failure);
            }
        }
        return failure;
    }
}

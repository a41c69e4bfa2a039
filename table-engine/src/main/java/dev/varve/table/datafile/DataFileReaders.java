package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.format.FileFormat;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
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

    /**
     * @param schemas loads the schema with an id; called once a file, from any thread
     * @param layout wanted columns, key columns among them
     * @param zone in which casts mean local times
     */
    public DataFileReaders(
            FileIO io, DataFilePaths paths, LongFunction<TableSchema> schemas, KeyValueLayout layout, ZoneId zone) {
        this.io = requireNonNull(io, "io is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.layout = requireNonNull(layout, "layout is null");
        this.zone = requireNonNull(zone, "zone is null");
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
    public DataFileReader open(BucketId bucket, DataFileMeta file) {
        Location location = paths.file(bucket, file);
        FileFormat format = FileFormats.load(TableLayout.extension(file.name()));
        SchemaMapping mapping =
                SchemaMapping.between(schemas.apply(file.schemaId()).rowType(), layout.valueType(), zone);
        try {
            RowFileReader rows = format.openReader(io, location, file.sizeBytes(), physicalType(mapping));
            return new DataFileReader(this, location, file, rows, mapping);
        } catch (StorageException | CorruptTableException e) {
            throw explain(location, file, e);
        }
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

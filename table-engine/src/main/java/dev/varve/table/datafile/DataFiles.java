package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.DataFileReaders.ReadContext;
import dev.varve.table.deletion.DeletionVector;
import dev.varve.table.deletion.DeletionVectorFiles;
import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.format.FileFormat;
import dev.varve.table.format.FileFormats;
import dev.varve.table.format.ReadSettings;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.schema.SchemaMapping;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Opens the data files of a table, whatever schema they were written with. Safe for use by several threads. */
final class DataFiles {
    private final FileIO io;
    private final DataFilePaths paths;
    private final LongFunction<TableSchema> schemas;
    private final ZoneId zone;
    private final ReadContext context;

    DataFiles(FileIO io, DataFilePaths paths, LongFunction<TableSchema> schemas, ZoneId zone, ReadContext context) {
        this.io = requireNonNull(io, "io is null");
        this.paths = requireNonNull(paths, "paths is null");
        this.schemas = requireNonNull(schemas, "schemas is null");
        this.zone = requireNonNull(zone, "zone is null");
        this.context = requireNonNull(context, "context is null");
    }

    DataFiles with(ReadContext newContext) {
        return new DataFiles(io, paths, schemas, zone, newContext);
    }

    /**
     * What of a file is wanted.
     *
     * @param columns of the table
     * @param system columns that every file has, read behind the others
     * @param pushed over the columns of the table
     */
    record Wanted(RowType columns, List<DataField> system, Optional<Predicate> pushed) {}

    /**
     * Opens a file; empty if its indexes say that it holds no wanted row.
     *
     * @param deleted where its deletion vector is
     */
    Optional<OpenDataFile> open(BucketId bucket, DataFileMeta file, Optional<VectorPlace> deleted, Wanted wanted) {
        Location location = paths.file(bucket, file);
        FileFormat format = FileFormats.load(TableLayout.extension(file.name()));
        SchemaMapping mapping =
                SchemaMapping.between(schemas.apply(file.schemaId()).rowType(), wanted.columns(), zone);
        Predicate predicate = wanted.pushed().map(mapping::toFile).orElse(Constant.TRUE);
        try {
            if (!mayMatch(location, file, predicate, mapping.physicalType())) {
                context.statistics().fileSkipped();
                return Optional.empty();
            }
            DeletionVector vector = vector(location, file, deleted);
            context.statistics().fileOpened();
            RowFileReader rows = format.openReader(
                    io,
                    location,
                    file.sizeBytes(),
                    withSystem(mapping.physicalType(), wanted.system()),
                    new ReadSettings(predicate, context.cache(), context.statistics(), context.keepsPages()));
            return Optional.of(
                    new OpenDataFile(this, location, file, rows, vector, mapping, predicate == Constant.TRUE));
        } catch (StorageException | CorruptTableException e) {
            throw explain(location, file, e);
        }
    }

    private DeletionVector vector(Location location, DataFileMeta file, Optional<VectorPlace> place) {
        if (place.isEmpty()) {
            return DeletionVector.NONE;
        }
        DeletionVector vector = new DeletionVectorFiles(io, context.cache()).read(place.get());
        if (vector.last() >= file.rowCount()) {
            throw new CorruptTableException("deletion vector in " + place.get().file() + " deletes row " + vector.last()
                    + " of data file " + location + ", which has " + file.rowCount() + " rows");
        }
        return vector;
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

    private static RowType withSystem(RowType physical, List<DataField> system) {
        var fields = new ArrayList<DataField>(physical.fields());
        fields.addAll(system);
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

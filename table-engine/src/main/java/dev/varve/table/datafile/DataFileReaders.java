package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.fs.FileIO;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.RowReader;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Opens the data files of a table with the wanted columns, whatever schema they were written with (format page data files, 6.8).
 * Key columns are taken from the table columns, so that files with and without {@code _KEY_} columns read alike. Safe for use by
 * several threads.
 */
public final class DataFileReaders {
    private static final List<DataField> SEQUENCE_AND_KIND = List.of(PhysicalLayout.SEQUENCE, PhysicalLayout.KIND);

    private final DataFiles files;
    private final KeyValueLayout layout;

    /**
     * Where reads keep and count what they find out, shared by several readers.
     *
     * @param cache metadata of files
     * @param statistics counts files, row groups and pages
     * @param usesIndexes whether file indexes are asked
     * @param keepsPages whether pages are cached too when single ones are read: for lookups of rows
     */
    public record ReadContext(MetadataCache cache, ReadStatistics statistics, boolean usesIndexes, boolean keepsPages) {
        /** Pages are not kept. */
        public ReadContext(MetadataCache cache, ReadStatistics statistics, boolean usesIndexes) {
            this(cache, statistics, usesIndexes, false);
        }

        /** The same, for lookups of rows. */
        public ReadContext keepingPages() {
            return new ReadContext(cache, statistics, usesIndexes, true);
        }
    }

    /**
     * @param schemas loads the schema with an id; called once a file, from any thread
     * @param layout wanted columns, key columns among them
     * @param zone in which casts mean local times
     */
    public DataFileReaders(
            FileIO io, DataFilePaths paths, LongFunction<TableSchema> schemas, KeyValueLayout layout, ZoneId zone) {
        this(
                new DataFiles(
                        io, paths, schemas, zone, new ReadContext(MetadataCache.NONE, new ReadStatistics(), true)),
                layout);
    }

    private DataFileReaders(DataFiles files, KeyValueLayout layout) {
        this.files = files;
        this.layout = requireNonNull(layout, "layout is null");
    }

    /** The same readers with another context. */
    public DataFileReaders with(ReadContext context) {
        return new DataFileReaders(files.with(context), layout);
    }

    /** The same readers for the key columns alone. */
    public DataFileReaders ofKeys() {
        return new DataFileReaders(files, layout.ofKeys());
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
    public FileVersions open(BucketId bucket, DataFileMeta file) {
        return open(bucket, file, Optional.empty(), Optional.empty());
    }

    /**
     * Opens a file to read the rows of which a condition is true. Others may come too, and the caller must be able to do without
     * them: where versions are merged, a condition on anything but the key would let older versions reappear.
     *
     * @param deleted where the file's deletion vector is, whose rows are left out
     * @param pushed over the wanted columns
     * @throws StorageException NOT_FOUND if the file is gone
     * @throws CorruptTableException if the file, its vector or its indexes are not what the metadata says
     */
    public FileVersions open(
            BucketId bucket, DataFileMeta file, Optional<VectorPlace> deleted, Optional<Predicate> pushed) {
        return files.open(bucket, file, deleted, new DataFiles.Wanted(layout.valueType(), SEQUENCE_AND_KIND, pushed))
                .<FileVersions>map(opened -> new DataFileReader(opened, layout, file.level()))
                .orElse(FileVersions.EMPTY);
    }

    /**
     * Opens a file whose rows need no merge and of which none is a retraction: nothing but the given columns is read.
     *
     * @param deleted where the file's deletion vector is, whose rows are left out
     * @param columns of the table, key columns or not
     * @param pushed over these columns; other rows than those that it is true of may come too
     * @throws StorageException NOT_FOUND if the file is gone
     * @throws CorruptTableException if the file, its vector or its indexes are not what the metadata says
     */
    public RowReader openRows(
            BucketId bucket,
            DataFileMeta file,
            Optional<VectorPlace> deleted,
            RowType columns,
            Optional<Predicate> pushed) {
        return files.open(bucket, file, deleted, new DataFiles.Wanted(columns, List.of(), pushed))
                .<RowReader>map(DataRowReader::new)
                .orElseGet(RowReader::empty);
    }
}

package dev.varve.table.datafile;

import dev.varve.table.deletion.DeletionVector;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;
import dev.varve.table.schema.SchemaMapping;

/**
 * The rows of one data file as the file has them, or those that are wanted of them, in file order, without those that its deletion
 * vector deletes. Failures are told in terms of
 * the table. Made by {@link DataFiles}.
 */
final class OpenDataFile implements RowReader {
    private final DataFiles files;
    private final Location location;
    private final DataFileMeta file;
    private final RowFileReader rows;
    private final SchemaMapping mapping;
    private final boolean isWhole;
    private final boolean hasDeleted;
    private final DeletionVector.Cursor deleted;
    private long rowCount;

    /**
     * @param deleted rows that are not there any more
     * @param isWhole whether no other row is left out
     */
    OpenDataFile(
            DataFiles files,
            Location location,
            DataFileMeta file,
            RowFileReader rows,
            DeletionVector deleted,
            SchemaMapping mapping,
            boolean isWhole) {
        this.files = files;
        this.location = location;
        this.file = file;
        this.rows = rows;
        this.mapping = mapping;
        this.isWhole = isWhole;
        this.hasDeleted = !deleted.isEmpty();
        this.deleted = deleted.cursor();
    }

    /** Shows the file's columns as the wanted ones. */
    SchemaMapping mapping() {
        return mapping;
    }

    @Override
    public boolean advance() {
        do {
            try {
                if (!rows.advance()) {
                    requireAllRows();
                    return false;
                }
            } catch (StorageException | CorruptTableException e) {
                throw files.explain(location, file, e);
            }
            rowCount++;
        } while (hasDeleted && deleted.isDeleted(rows.position()));
        return true;
    }

    private void requireAllRows() {
        if (isWhole && rowCount != file.rowCount()) {
            throw new CorruptTableException(
                    "data file " + location + " has " + rowCount + " rows, its metadata says " + file.rowCount());
        }
    }

    /** The wanted columns that the file has, then the system columns. */
    @Override
    public Row row() {
        return rows.row();
    }

    /** The number of the current row in the file, from 0. */
    long position() {
        return rows.position();
    }

    @Override
    public void close() {
        rows.close();
    }
}

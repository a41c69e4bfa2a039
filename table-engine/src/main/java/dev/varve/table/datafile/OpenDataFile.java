package dev.varve.table.datafile;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;
import dev.varve.table.schema.SchemaMapping;

/**
 * The rows of one data file as the file has them, or those that are wanted of them, in file order. Failures are told in terms of
 * the table. Made by {@link DataFiles}.
 */
final class OpenDataFile implements RowReader {
    private final DataFiles files;
    private final Location location;
    private final DataFileMeta file;
    private final RowFileReader rows;
    private final SchemaMapping mapping;
    private final boolean isWhole;
    private long rowCount;

    /** @param isWhole whether no row is left out */
    OpenDataFile(
            DataFiles files,
            Location location,
            DataFileMeta file,
            RowFileReader rows,
            SchemaMapping mapping,
            boolean isWhole) {
        this.files = files;
        this.location = location;
        this.file = file;
        this.rows = rows;
        this.mapping = mapping;
        this.isWhole = isWhole;
    }

    /** Shows the file's columns as the wanted ones. */
    SchemaMapping mapping() {
        return mapping;
    }

    @Override
    public boolean advance() {
        try {
            if (!rows.advance()) {
                requireAllRows();
                return false;
            }
        } catch (StorageException | CorruptTableException e) {
            throw files.explain(location, file, e);
        }
        rowCount++;
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

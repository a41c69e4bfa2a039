package dev.varve.table.datafile;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.format.RowFileReader;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaMapping;

/** The versions in one data file, or those that are wanted of them, in file order. Made by {@link DataFileReaders}. */
final class DataFileReader implements KeyValueReader {
    private final DataFileReaders factory;
    private final Location location;
    private final DataFileMeta file;
    private final RowFileReader rows;
    private final SchemaMapping mapping;
    private final boolean isWhole;

    private final int sequencePosition;
    private final LeadingColumns columns;
    private final ProjectedRow key;
    private final KeyValue version = new KeyValue();
    private long rowCount;

    DataFileReader(
            DataFileReaders factory,
            Location location,
            DataFileMeta file,
            RowFileReader rows,
            SchemaMapping mapping,
            boolean isWhole) {
        this.factory = factory;
        this.location = location;
        this.file = file;
        this.rows = rows;
        this.mapping = mapping;
        this.isWhole = isWhole;
        this.sequencePosition = mapping.physicalType().arity();
        this.columns = new LeadingColumns(sequencePosition);
        this.key = factory.layout().newKeyView();
    }

    @Override
    public boolean advance() {
        try {
            if (!rows.advance()) {
                requireAllRows();
                return false;
            }
        } catch (StorageException | CorruptTableException e) {
            throw factory.explain(location, file, e);
        }
        rowCount++;
        Row row = rows.row();
        Row value = mapping.map(columns.over(row));
        version.replace(
                key.over(value), row.longAt(sequencePosition), RowKind.ofCode(row.byteAt(sequencePosition + 1)), value);
        return true;
    }

    private void requireAllRows() {
        if (isWhole && rowCount != file.rowCount()) {
            throw new CorruptTableException(
                    "data file " + location + " has " + rowCount + " rows, its metadata says " + file.rowCount());
        }
    }

    @Override
    public KeyValue current() {
        return version;
    }

    @Override
    public void close() {
        rows.close();
    }
}

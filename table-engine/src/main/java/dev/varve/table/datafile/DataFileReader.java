package dev.varve.table.datafile;

import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaMapping;

/** The versions in one data file, or those that are wanted of them, in file order. Made by {@link DataFileReaders}. */
final class DataFileReader implements FileVersions {
    private final OpenDataFile file;
    private final SchemaMapping mapping;
    private final int sequencePosition;
    private final LeadingColumns columns;
    private final ProjectedRow key;
    private final KeyValue version = new KeyValue();

    /**
     * @param file with sequence number and kind behind the wanted columns
     * @param level that it lies on
     */
    DataFileReader(OpenDataFile file, KeyValueLayout layout, int level) {
        this.file = file;
        this.mapping = file.mapping();
        this.sequencePosition = mapping.physicalType().arity();
        this.columns = new LeadingColumns(sequencePosition);
        this.key = layout.newKeyView();
        version.onLevel(level);
    }

    @Override
    public boolean advance() {
        if (!file.advance()) {
            return false;
        }
        Row row = file.row();
        Row value = mapping.map(columns.over(row));
        version.replace(
                key.over(value), row.longAt(sequencePosition), RowKind.ofCode(row.byteAt(sequencePosition + 1)), value);
        return true;
    }

    @Override
    public KeyValue current() {
        return version;
    }

    @Override
    public long position() {
        return file.position();
    }

    @Override
    public void close() {
        file.close();
    }
}

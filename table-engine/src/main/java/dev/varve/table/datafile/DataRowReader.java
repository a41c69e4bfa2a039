package dev.varve.table.datafile;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;
import dev.varve.table.schema.SchemaMapping;

/** The rows of one data file with the wanted columns and nothing else, in file order. Made by {@link DataFileReaders}. */
final class DataRowReader implements RowReader {
    private final OpenDataFile file;
    private final SchemaMapping mapping;

    /** @param file without system columns */
    DataRowReader(OpenDataFile file) {
        this.file = file;
        this.mapping = file.mapping();
    }

    @Override
    public boolean advance() {
        return file.advance();
    }

    @Override
    public Row row() {
        return mapping.map(file.row());
    }

    @Override
    public void close() {
        file.close();
    }
}

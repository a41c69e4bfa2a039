package dev.varve.table.scan;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;

/** Merged versions without their keys. */
final class MergedRows implements RowReader {
    private final KeyValueReader versions;

    MergedRows(KeyValueReader versions) {
        this.versions = versions;
    }

    @Override
    public boolean advance() {
        return versions.advance();
    }

    @Override
    public Row row() {
        return versions.current().value();
    }

    @Override
    public void close() {
        versions.close();
    }
}

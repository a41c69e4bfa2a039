package dev.varve.table.memtable;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;

/** An encoded version as seen through reusable views: no byte is copied. Confined to one thread. */
final class VersionView {
    private final BinaryRow row;
    private final ProjectedRow key;
    private final KeyValue version = new KeyValue();

    VersionView(KeyValueLayout layout) {
        this.row = new BinaryRow(layout.valueType().arity());
        this.key = layout.newKeyView().over(row);
    }

    /** The version of the entry at this place; valid until the next call. */
    KeyValue at(byte[] bytes, int at) {
        Entry.row(row, bytes, at);
        return version.replace(key, Entry.sequence(bytes, at), row.kind(), row);
    }

    KeyValue version() {
        return version;
    }
}

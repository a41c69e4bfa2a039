package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;

/** Every entry as a version. Owns the entries. */
final class VersionReader implements KeyValueReader {
    private final Entries entries;
    private final VersionView view;

    VersionReader(Entries entries, KeyValueLayout layout) {
        this.entries = requireNonNull(entries, "entries is null");
        this.view = new VersionView(layout);
    }

    @Override
    public boolean advance() {
        if (!entries.advance()) {
            return false;
        }
        view.at(entries.bytes(), entries.offset());
        return true;
    }

    @Override
    public KeyValue current() {
        return view.version();
    }

    @Override
    public void close() {
        entries.close();
    }
}

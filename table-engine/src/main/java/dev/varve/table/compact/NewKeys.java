package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowComparator;

/** The versions of one reader whose keys another one does not have; both ascend by key. Owns both. */
final class NewKeys implements KeyValueReader {
    private final KeyValueReader versions;
    private final KeyValueReader known;
    private final RowComparator keyOrder;
    private boolean started;
    private boolean atKnown;

    NewKeys(KeyValueReader versions, KeyValueReader known, RowComparator keyOrder) {
        this.versions = requireNonNull(versions, "versions is null");
        this.known = requireNonNull(known, "known is null");
        this.keyOrder = requireNonNull(keyOrder, "keyOrder is null");
    }

    @Override
    public boolean advance() {
        if (!started) {
            started = true;
            atKnown = known.advance();
        }
        while (versions.advance()) {
            if (isNew(versions.current())) {
                return true;
            }
        }
        return false;
    }

    private boolean isNew(KeyValue version) {
        while (atKnown) {
            int order = keyOrder.compare(known.current().key(), version.key());
            if (order >= 0) {
                return order > 0;
            }
            atKnown = known.advance();
        }
        return true;
    }

    @Override
    public KeyValue current() {
        return versions.current();
    }

    @Override
    public void close() {
        try {
            versions.close();
        } finally {
            known.close();
        }
    }
}

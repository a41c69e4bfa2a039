package dev.varve.table.lsm;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.KeyValue;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Streams one after another; each is opened when the one before it has ended and been closed. */
final class ConcatenatedReader implements KeyValueReader {
    private final Iterator<? extends Supplier<KeyValueReader>> rest;
    private KeyValueReader open;

    ConcatenatedReader(List<? extends Supplier<KeyValueReader>> parts) {
        this.rest = parts.iterator();
    }

    @Override
    public boolean advance() {
        while (true) {
            if (open != null) {
                if (open.advance()) {
                    return true;
                }
                close();
            }
            if (!rest.hasNext()) {
                return false;
            }
            open = rest.next().get();
        }
    }

    @Override
    public KeyValue current() {
        if (open == null) {
            throw new IllegalStateException("no current version");
        }
        return open.current();
    }

    @Override
    public void close() {
        KeyValueReader closing = open;
        open = null;
        if (closing != null) {
            closing.close();
        }
    }
}

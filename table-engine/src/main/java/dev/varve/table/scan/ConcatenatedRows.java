package dev.varve.table.scan;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowReader;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Readers one after another; each is opened when the one before it has ended and been closed. */
final class ConcatenatedRows implements RowReader {
    private final Iterator<Supplier<RowReader>> rest;
    private RowReader open = RowReader.empty();

    ConcatenatedRows(List<Supplier<RowReader>> parts) {
        this.rest = parts.iterator();
    }

    @Override
    public boolean advance() {
        while (!open.advance()) {
            close();
            if (!rest.hasNext()) {
                return false;
            }
            open = rest.next().get();
        }
        return true;
    }

    @Override
    public Row row() {
        return open.row();
    }

    @Override
    public void close() {
        RowReader closing = open;
        open = RowReader.empty();
        closing.close();
    }
}

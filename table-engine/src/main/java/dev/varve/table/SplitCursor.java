package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.Row;
import dev.varve.table.scan.Split;
import dev.varve.table.type.RowType;
import java.util.Iterator;
import java.util.List;

/** Rows of splits one after another; one split is open at a time. Confined to one thread. */
final class SplitCursor implements RowCursor {
    private final SplitRead read;
    private final Iterator<Split> splits;
    private long rowsLeft;
    private SplitRead.Rows current;

    SplitCursor(SplitRead read, List<Split> splits, long limit) {
        this.read = requireNonNull(read, "read is null");
        this.splits = splits.iterator();
        this.rowsLeft = limit;
    }

    @Override
    public RowType type() {
        return read.output();
    }

    @Override
    public boolean advance() {
        if (rowsLeft == 0) {
            return false;
        }
        while (current == null || !current.advance()) {
            closeCurrent();
            if (!splits.hasNext()) {
                return false;
            }
            current = read.open(splits.next());
        }
        rowsLeft--;
        return true;
    }

    @Override
    public Row row() {
        return current.row();
    }

    private void closeCurrent() {
        if (current != null) {
            SplitRead.Rows done = current;
            current = null;
            done.close();
        }
    }

    @Override
    public void close() {
        rowsLeft = 0;
        closeCurrent();
    }
}

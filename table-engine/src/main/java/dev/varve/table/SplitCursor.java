package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.scan.Split;
import dev.varve.table.scan.SplitReaders;
import dev.varve.table.type.RowType;
import java.util.Iterator;
import java.util.List;

/** Rows of splits one after another; one split is open at a time. Confined to one thread. */
final class SplitCursor implements RowCursor {
    private final SplitReaders readers;
    private final Iterator<Split> splits;
    private final RowType output;
    private final ProjectedRow projection;
    private long rowsLeft;
    private KeyValueReader current;

    SplitCursor(SplitReaders readers, List<Split> splits, RowType read, RowType output, long limit) {
        this.readers = requireNonNull(readers, "readers is null");
        this.splits = splits.iterator();
        this.output = requireNonNull(output, "output is null");
        this.projection =
                new ProjectedRow(output.names().stream().mapToInt(read::indexOf).toArray());
        this.rowsLeft = limit;
    }

    @Override
    public RowType type() {
        return output;
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
            current = readers.open(splits.next());
        }
        rowsLeft--;
        projection.over(current.current().value());
        return true;
    }

    @Override
    public Row row() {
        return projection;
    }

    private void closeCurrent() {
        if (current != null) {
            KeyValueReader done = current;
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

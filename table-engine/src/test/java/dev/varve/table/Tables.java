package dev.varve.table;

import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short ways to write and read whole tables in tests. */
public final class Tables {
    private Tables() {}

    /** All rows of a scan as copies of their own. */
    public static List<GenericRow> rows(TableScan scan) {
        var rows = new ArrayList<GenericRow>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                rows.add(GenericRow.copyOf(cursor.row(), cursor.type()));
            }
        }
        return rows;
    }

    public static List<GenericRow> rows(Table table) {
        return rows(table.scan());
    }

    /** Writes the rows as one commit of a writer of its own, with the compactions that are due then. */
    public static CommitResult commit(Table table, String user, long identifier, Iterable<? extends Row> rows) {
        try (TableWriter writer = table.newWriter(user)) {
            writer.awaitCompactions();
            rows.forEach(writer::write);
            return writer.commit(writer.prepare(), identifier, Map.of(), Guard.NONE, false);
        }
    }
}

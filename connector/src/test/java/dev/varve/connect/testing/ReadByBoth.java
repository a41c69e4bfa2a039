package dev.varve.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.PaimonTable;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.fs.FileIO;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows of a table as Varve and Apache Paimon read them: they must be the same. */
public final class ReadByBoth {
    private ReadByBoth() {}

    /**
     * The rows in alphabetical order.
     *
     * @param store where the table lies
     * @param temporary directory for Paimon's use
     */
    public static List<String> rows(Table table, FileIO store, Path temporary) {
        List<String> ours = new ArrayList<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.advance()) {
                GenericRow row = GenericRow.copyOf(cursor.row(), cursor.type());
                row.setKind(RowKind.INSERT);
                ours.add(row.toString());
            }
        }
        ours.sort(null);
        assertThat(byPaimon(table, store, temporary)).as("as Paimon reads it").isEqualTo(ours);
        return ours;
    }

    private static List<String> byPaimon(Table table, FileIO store, Path temporary) {
        try {
            return PaimonTable.over(store, table.location(), temporary)
                    .rows(table.schema().rowType())
                    .stream()
                    .map(GenericRow::toString)
                    .sorted()
                    .toList();
        } catch (Exception e) {
            throw new AssertionError("Paimon cannot read " + table.location(), e);
        }
    }
}

package dev.varve.table.cli;

import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.io.PrintWriter;

/** One JSON object a line. */
final class JsonRowPrinter implements RowPrinter {
    private final PrintWriter out;
    private final RowType type;

    JsonRowPrinter(PrintWriter out, RowType type) {
        this.out = out;
        this.type = type;
    }

    @Override
    public void print(Row row) {
        out.println(ValueJson.format(row, type));
    }

    @Override
    public void close() {
        out.flush();
    }
}

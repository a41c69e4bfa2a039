package dev.varve.table.cli;

import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** RFC 4180 with a header line; null is an empty cell and an empty text is {@code ""}. */
final class CsvRowPrinter implements RowPrinter {
    private final PrintWriter out;
    private final RowType type;

    CsvRowPrinter(PrintWriter out, RowType type) {
        this.out = out;
        this.type = type;
        printLine(type.names());
    }

    @Override
    public void print(Row row) {
        printLine(CellText.of(row, type));
    }

    @Override
    public void close() {
        out.flush();
    }

    private void printLine(List<String> cells) {
        out.print(cells.stream().map(CsvRowPrinter::quote).collect(Collectors.joining(",")));
        out.print("\r\n");
    }

    private static String quote(String cell) {
        if (cell == null) {
            return "";
        }
        boolean plain = !cell.isEmpty() && cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}

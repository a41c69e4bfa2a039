package dev.varve.table.cli;

import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns aligned for a terminal. Widths are those of the first thousand rows: later ones may stick out, but memory is bounded. */
final class AlignedRowPrinter implements RowPrinter {
    private static final int SAMPLE_ROWS = 1000;
    private static final int MAX_WIDTH = 60;

    private final PrintWriter out;
    private final RowType type;
    private final List<List<String>> sample = new ArrayList<>();
    private final int[] widths;
    private boolean headerPrinted;
    private long rows;

    AlignedRowPrinter(PrintWriter out, RowType type) {
        this.out = out;
        this.type = type;
        widths = type.names().stream().mapToInt(String::length).toArray();
    }

    @Override
    public void print(Row row) {
        rows++;
        List<String> cells = CellText.of(row, type);
        if (headerPrinted) {
            printLine(cells);
            return;
        }
        sample.add(cells);
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            widths[i] = Math.max(widths[i], Math.min(MAX_WIDTH, cell == null ? 4 : cell.length()));
        }
        if (sample.size() == SAMPLE_ROWS) {
            printSample();
        }
    }

    @Override
    public void close() {
        if (!headerPrinted) {
            printSample();
        }
        out.println("(" + rows + (rows == 1 ? " row)" : " rows)"));
        out.flush();
    }

    private void printSample() {
        headerPrinted = true;
        printLine(type.names());
        var rule = new ArrayList<String>();
        for (int width : widths) {
            rule.add("-".repeat(width));
        }
        printLine(rule);
        sample.forEach(this::printLine);
        sample.clear();
    }

    private void printLine(List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i) == null ? "null" : cells.get(i).replaceAll("\\R", "⏎");
            line.append(i == 0 ? "" : "  ").append(cell);
            if (i < widths.length - 1) {
                line.append(" ".repeat(Math.max(0, widths[i] - cell.length())));
            }
        }
        out.println(line);
    }
}

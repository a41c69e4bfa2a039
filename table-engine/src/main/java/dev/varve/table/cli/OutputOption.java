package dev.varve.table.cli;

import dev.varve.table.type.RowType;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How rows are printed: shared by all commands that print rows. */
final class OutputOption {
    /** The three forms. */
    enum Format {
        JSON,
        CSV,
        TABLE
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "json (lines; the default for pipes), csv, or table (aligned; the default for a terminal).")
    private Optional<Format> format = Optional.empty();

    RowPrinter printer(PrintWriter out, RowType type) {
        Format chosen = format.orElse(System.console() == null ? Format.JSON : Format.TABLE);
        return switch (chosen) {
            case JSON -> new JsonRowPrinter(out, type);
            case CSV -> new CsvRowPrinter(out, type);
            case TABLE -> new AlignedRowPrinter(out, type);
        };
    }
}

package dev.varve.table.cli;

import dev.varve.table.RowCursor;
import dev.varve.table.TableEngine;
import dev.varve.table.TableScan;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the rows of a table. */
@Command(name = "scan", description = "Prints the rows of a table.", mixinStandardHelpOptions = true)
final class ScanCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Option(names = "--columns", split = ",", paramLabel = "NAME", description = "Only these columns, in this order.")
    private List<String> columns = List.of();

    @Option(names = "--snapshot", paramLabel = "ID", description = "The table as of this snapshot.")
    private Long snapshot;

    @Option(names = "--limit", paramLabel = "N", description = "At most this many rows.")
    private Long limit;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine();
                RowCursor rows = describe(table.open(engine).scan()).open();
                RowPrinter printer = output.printer(spec.commandLine().getOut(), rows.type())) {
            while (rows.advance()) {
                printer.print(rows.row());
            }
        }
        return 0;
    }

    private TableScan describe(TableScan scan) {
        TableScan described = columns.isEmpty() ? scan : scan.columns(columns);

        if (snapshot != null) {
            described = described.snapshot(snapshot);
        }
        return limit == null ? described : described.limit(limit);
    }
}

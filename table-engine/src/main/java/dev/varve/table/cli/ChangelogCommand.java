package dev.varve.table.cli;

import dev.varve.table.ChangelogCursor;
import dev.varve.table.ChangelogScan;
import dev.varve.table.TableEngine;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what snapshots changed. */
@Command(
        name = "changelog",
        description =
                "Prints what snapshots of a table changed, oldest first; each row with its snapshot and kind: +I, -U, +U or -D.",
        mixinStandardHelpOptions = true)
final class ChangelogCommand implements Callable<Integer> {
    private static final DataField SNAPSHOT = new DataField(-2, "_snapshot", DataTypes.BIGINT);
    private static final DataField KIND = new DataField(-1, "_kind", DataTypes.STRING);

    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Option(names = "--columns", split = ",", paramLabel = "NAME", description = "Only these columns, in this order.")
    private List<String> columns = List.of();

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Only snapshots after this one (default: from the oldest on whose changelog is there).")
    private Long after;

    @Option(
            names = "--up-to",
            paramLabel = "ID",
            description = "Up to this snapshot, itself included (default: the newest).")
    private Long upTo;

    @Option(names = "--limit", paramLabel = "N", description = "At most this many rows.")
    private long limit = Long.MAX_VALUE;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine();
                ChangelogCursor changes =
                        describe(table.open(engine).changelog()).open();
                RowPrinter printer = output.printer(spec.commandLine().getOut(), printed(changes.type()))) {
            for (long left = limit; left > 0 && changes.advance(); left--) {
                printer.print(row(changes));
            }
        }
        return 0;
    }

    private ChangelogScan describe(ChangelogScan scan) {
        ChangelogScan described = columns.isEmpty() ? scan : scan.columns(columns);
        described = after == null ? described : described.after(after);
        return upTo == null ? described : described.upTo(upTo);
    }

    private static RowType printed(RowType type) {
        List<DataField> fields = new ArrayList<>(List.of(SNAPSHOT, KIND));
        fields.addAll(type.fields());
        return new RowType(fields, false);
    }

    private static GenericRow row(ChangelogCursor changes) {
        RowType type = changes.type();
        Object[] values = new Object[type.arity() + 2];
        values[0] = changes.snapshotId();
        values[1] = BinaryString.of(changes.row().kind().shortName());
        for (int i = 0; i < type.arity(); i++) {
            values[i + 2] = ValueReader.copyAt(changes.row(), i, type.type(i));
        }
        return GenericRow.of(values);
    }
}

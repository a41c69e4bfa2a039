package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.TableMaintenance;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds files that nothing names. */
@Command(
        name = "orphans",
        description = {
            "Prints files of the table that no snapshot, tag or branch names, and with --delete deletes them.",
            "They are left by failed commits, killed writers and rollbacks."
        },
        mixinStandardHelpOptions = true)
final class OrphansCommand implements Callable<Integer> {
    private static final RowType TYPE = DataTypes.row(
            new DataField(0, "file", DataTypes.STRING),
            new DataField(1, "bytes", DataTypes.BIGINT),
            new DataField(2, "modified", DataTypes.timestampLtz(3)));

    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "P1D",
            description =
                    "Younger files stay, since they may belong to a commit under way. Longer than any commit takes; default: ${DEFAULT-VALUE}.")
    private Duration olderThan;

    @Option(names = "--delete", description = "Delete what is found; without this it is only printed.")
    private boolean delete;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine();
                RowPrinter printer = output.printer(spec.commandLine().getOut(), TYPE)) {
            TableMaintenance.Orphans found =
                    table.open(engine).maintenance().orphans(olderThan, delete, file -> printer.print(row(file)));
            var err = spec.commandLine().getErr();
            err.println((delete ? "deleted " : "found ") + found.files() + " files of " + found.bytes() + " bytes");
            err.flush();
        }
        return 0;
    }

    private static GenericRow row(TableMaintenance.OrphanFile file) {
        return GenericRow.of(BinaryString.of(file.path()), file.bytes(), Timestamp.ofMillis(file.modifiedMillis()));
    }
}

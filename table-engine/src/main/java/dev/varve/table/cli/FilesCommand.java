package dev.varve.table.cli;

import dev.varve.table.LiveFile;
import dev.varve.table.TableEngine;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the live files of a table, by bucket and level. */
@Command(
        name = "files",
        description = "Prints the live data files of the newest snapshot by partition, bucket and level.",
        mixinStandardHelpOptions = true)
final class FilesCommand implements Callable<Integer> {
    private static final RowType TYPE = DataTypes.row(
            new DataField(0, "partition", DataTypes.STRING),
            new DataField(1, "bucket", DataTypes.INT),
            new DataField(2, "level", DataTypes.INT),
            new DataField(3, "file", DataTypes.STRING),
            new DataField(4, "bytes", DataTypes.BIGINT),
            new DataField(5, "rows", DataTypes.BIGINT),
            new DataField(6, "deletes", DataTypes.BIGINT),
            new DataField(7, "min_sequence", DataTypes.BIGINT),
            new DataField(8, "max_sequence", DataTypes.BIGINT),
            new DataField(9, "min_key", DataTypes.STRING),
            new DataField(10, "max_key", DataTypes.STRING),
            new DataField(11, "schema_id", DataTypes.BIGINT));

    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine();
                RowPrinter printer = output.printer(spec.commandLine().getOut(), TYPE)) {
            table.open(engine).files().forEach(file -> printer.print(row(file)));
        }
        return 0;
    }

    private static GenericRow row(LiveFile file) {
        return GenericRow.of(
                BinaryString.of(file.partition()),
                file.bucket(),
                file.level(),
                BinaryString.of(file.name()),
                file.sizeBytes(),
                file.rowCount(),
                file.deleteRowCount().isPresent() ? file.deleteRowCount().getAsLong() : null,
                file.minSequence(),
                file.maxSequence(),
                BinaryString.of(file.minKey()),
                BinaryString.of(file.maxKey()),
                file.schemaId());
    }
}

package dev.varve.table.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the snapshots of a table. */
@Command(
        name = "snapshots",
        description = "Prints the snapshots of a table with their tags, oldest first.",
        mixinStandardHelpOptions = true)
final class SnapshotsCommand implements Callable<Integer> {
    private static final RowType TYPE = DataTypes.row(
            new DataField(0, "id", DataTypes.BIGINT),
            new DataField(1, "kind", DataTypes.STRING),
            new DataField(2, "schema_id", DataTypes.BIGINT),
            new DataField(3, "time", DataTypes.timestampLtz(3)),
            new DataField(4, "commit_user", DataTypes.STRING),
            new DataField(5, "commit_identifier", DataTypes.BIGINT),
            new DataField(6, "total_records", DataTypes.BIGINT),
            new DataField(7, "delta_records", DataTypes.BIGINT),
            new DataField(8, "changelog_records", DataTypes.BIGINT),
            new DataField(9, "watermark", DataTypes.BIGINT),
            new DataField(10, "tags", DataTypes.STRING),
            new DataField(11, "properties", DataTypes.STRING));

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
            Table opened = table.open(engine);
            Map<Long, List<String>> tags = opened.maintenance().tags().stream()
                    .collect(groupingBy(tag -> tag.snapshot().id(), mapping(Tag::name, toList())));
            opened.snapshots()
                    .forEach(snapshot -> printer.print(row(snapshot, tags.getOrDefault(snapshot.id(), List.of()))));
        }
        return 0;
    }

    private static GenericRow row(Snapshot snapshot, List<String> tags) {
        return GenericRow.of(
                snapshot.id(),
                BinaryString.of(snapshot.kind().name()),
                snapshot.schemaId(),
                Timestamp.ofMillis(snapshot.timeMillis()),
                BinaryString.of(snapshot.commitUser()),
                snapshot.commitIdentifier(),
                snapshot.totalRecordCount(),
                snapshot.deltaRecordCount(),
                snapshot.changelogRecordCount().isPresent()
                        ? snapshot.changelogRecordCount().getAsLong()
                        : null,
                snapshot.watermark().isPresent() ? snapshot.watermark().getAsLong() : null,
                tags.isEmpty() ? null : BinaryString.of(String.join(", ", tags)),
                snapshot.properties().isEmpty()
                        ? null
                        : BinaryString.of(new TreeMap<>(snapshot.properties()).toString()));
    }
}

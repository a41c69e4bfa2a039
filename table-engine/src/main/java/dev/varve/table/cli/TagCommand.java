package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.snapshot.Tag;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates, deletes and prints tags. */
@Command(
        name = "tag",
        description = "Creates, deletes and lists tags: named snapshots that stay readable after they have expired.",
        mixinStandardHelpOptions = true)
final class TagCommand {
    private static final RowType TYPE = DataTypes.row(
            new DataField(0, "tag", DataTypes.STRING),
            new DataField(1, "snapshot", DataTypes.BIGINT),
            new DataField(2, "schema_id", DataTypes.BIGINT),
            new DataField(3, "snapshot_time", DataTypes.timestampLtz(3)),
            new DataField(4, "total_records", DataTypes.BIGINT),
            new DataField(5, "created", DataTypes.STRING),
            new DataField(6, "retained", DataTypes.STRING));

    @Spec
    private CommandSpec spec;

    @Command(name = "create", description = "Creates a tag.", mixinStandardHelpOptions = true)
    Integer create(
            @Mixin TableOption table,
            @Parameters(paramLabel = "NAME", description = "The tag's name.") String name,
            @Option(
                            names = "--snapshot",
                            paramLabel = "ID",
                            description = "The snapshot, or that of another tag; the newest if left out.")
                    Long snapshot,
            @Option(
                            names = "--time-retained",
                            paramLabel = "DURATION",
                            converter = DurationConverter.class,
                            description =
                                    "How long the tag stays, for example P30D or '30 d'; if left out, as the table says.")
                    Duration timeRetained) {
        try (TableEngine engine = table.startEngine()) {
            Tag tag = table.open(engine)
                    .maintenance()
                    .createTag(
                            name,
                            snapshot == null ? OptionalLong.empty() : OptionalLong.of(snapshot),
                            Optional.ofNullable(timeRetained));
            say("tag '" + name + "' names snapshot " + tag.snapshot().id());
        }
        return 0;
    }

    @Command(
            name = "delete",
            description = "Deletes a tag and the files that only it has kept; exit status 1 if there is none.",
            mixinStandardHelpOptions = true)
    Integer delete(
            @Mixin TableOption table, @Parameters(paramLabel = "NAME", description = "The tag's name.") String name) {
        try (TableEngine engine = table.startEngine()) {
            boolean deleted = table.open(engine).maintenance().deleteTag(name);
            say(deleted ? "deleted tag '" + name + "'" : "there is no tag '" + name + "'");
            return deleted ? 0 : 1;
        }
    }

    @Command(
            name = "list",
            description = "Prints the tags, those of older snapshots first.",
            mixinStandardHelpOptions = true)
    Integer list(@Mixin TableOption table, @Mixin OutputOption output) {
        try (TableEngine engine = table.startEngine();
                RowPrinter printer = output.printer(spec.commandLine().getOut(), TYPE)) {
            table.open(engine).maintenance().tags().forEach(tag -> printer.print(row(tag)));
        }
        return 0;
    }

    private static GenericRow row(Tag tag) {
        return GenericRow.of(
                BinaryString.of(tag.name()),
                tag.snapshot().id(),
                tag.snapshot().schemaId(),
                Timestamp.ofMillis(tag.snapshot().timeMillis()),
                tag.snapshot().totalRecordCount(),
                tag.createTime().map(time -> BinaryString.of(time.toString())).orElse(null),
                tag.timeRetained().map(time -> BinaryString.of(time.toString())).orElse(null));
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }
}

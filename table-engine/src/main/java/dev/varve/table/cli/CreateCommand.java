package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.schema.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates a table. */
@Command(
        name = "create",
        description = {
            "Creates a table from a JSON document:",
            "  {\"fields\": [{\"name\": \"id\", \"type\": \"BIGINT NOT NULL\"}, {\"name\": \"city\", \"type\": \"STRING\"}],",
            "   \"primaryKeys\": [\"id\"], \"partitionKeys\": [], \"options\": {\"bucket\": \"4\"}, \"comment\": \"…\"}"
        },
        mixinStandardHelpOptions = true)
final class CreateCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Option(names = "--schema", required = true, paramLabel = "FILE", description = "The JSON document.")
    private Path schemaFile;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        TableSpec tableSpec = TableSpecJson.parse(read(), schemaFile.toString());
        try (TableEngine engine = table.startEngine()) {
            engine.create(table.location(), tableSpec);
        }
        spec.commandLine().getErr().println("created " + table.location());
        spec.commandLine().getErr().flush();
        return 0;
    }

    private String read() {
        try {
            return Files.readString(schemaFile);
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + schemaFile + ": " + e, e);
        }
    }
}

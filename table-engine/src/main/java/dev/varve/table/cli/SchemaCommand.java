package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.schema.SchemaJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the newest schema as it is stored. */
@Command(name = "schema", description = "Prints the newest schema of a table as JSON.", mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            spec.commandLine()
                    .getOut()
                    .println(SchemaJson.format(table.open(engine).schema()));
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}

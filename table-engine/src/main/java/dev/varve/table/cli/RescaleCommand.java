package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Changes the number of buckets. */
@Command(
        name = "rescale",
        description = {
            "Gives a table another number of buckets and distributes its rows anew, one commit a partition.",
            "Stop the table's writers before, and start them again afterwards: a writer that runs on is refused. If one",
            "changes a partition meanwhile, that partition stays as it was; run the command again."
        },
        mixinStandardHelpOptions = true)
final class RescaleCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Mixin
    private PartitionOption partitions;

    @Option(
            names = "--buckets",
            required = true,
            paramLabel = "N",
            description = "The new number of buckets, 1 or more.")
    private int buckets;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            List<String> rescaled = table.open(engine).maintenance().rescale(buckets, partitions.partitions());
            PrintWriter err = spec.commandLine().getErr();
            rescaled.stream().filter(path -> !path.isEmpty()).forEach(path -> err.println("rescaled " + path));
            err.println(
                    rescaled.isEmpty()
                            ? "nothing to rescale: bucket=" + buckets
                            : "the table has " + buckets + " buckets"
                                    + (partitions.partitions().isEmpty() ? "" : " in these partitions"));
            err.flush();
        }
        return 0;
    }
}

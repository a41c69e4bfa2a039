package dev.varve.table.cli;

import dev.varve.table.CompactRequest;
import dev.varve.table.CompactRequest.Strategy;
import dev.varve.table.TableEngine;
import dev.varve.table.snapshot.Snapshot;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compacts a table. */
@Command(
        name = "compact",
        description = {
            "Compacts a table, also one whose writers leave that to others (write-only=true).",
            "May run beside writers. Where another job compacts the same bucket, one of the two is in vain."
        },
        mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Mixin
    private PartitionOption partitions;

    @Option(
            names = "--strategy",
            paramLabel = "STRATEGY",
            description = "full (default): every bucket becomes one sorted run; minor: what a writer would compact.")
    private Strategy strategy = Strategy.FULL;

    @Option(
            names = "--partition-idle-time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Only partitions that got no file for so long, for example PT2H or '2 h'.")
    private Duration idle;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            List<Snapshot> snapshots = table.open(engine)
                    .maintenance()
                    .compact(new CompactRequest(strategy, partitions.partitions(), Optional.ofNullable(idle)));
            PrintWriter err = spec.commandLine().getErr();
            snapshots.forEach(snapshot -> err.println("compacted as snapshot " + snapshot.id()));
            if (snapshots.isEmpty()) {
                err.println("nothing to compact");
            }
            err.flush();
        }
        return 0;
    }
}

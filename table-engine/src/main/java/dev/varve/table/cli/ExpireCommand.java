package dev.varve.table.cli;

import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableMaintenance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Expires old snapshots. */
@Command(
        name = "expire",
        description = {
            "Expires old snapshots and deletes the files that only they need, as the table's options say.",
            "What tags keep, consumers have not read, and connectors' offsets need stays."
        },
        mixinStandardHelpOptions = true)
final class ExpireCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Option(
            names = "--retain-max",
            paramLabel = "N",
            description = "Keep at most N snapshots (snapshot.num-retained.max).")
    private String retainMax;

    @Option(
            names = "--retain-min",
            paramLabel = "N",
            description = "Keep at least N snapshots (snapshot.num-retained.min).")
    private String retainMin;

    @Option(
            names = "--time-retained",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Keep snapshots younger than this, for example PT2H or '2 h' (snapshot.time-retained).")
    private Duration timeRetained;

    @Option(names = "--limit", paramLabel = "N", description = "Expire at most N snapshots (snapshot.expire.limit).")
    private String limit;

    @Option(
            names = "--partitions",
            description =
                    "Drop partitions that are older than partition.expiration-time, instead of expiring snapshots.")
    private boolean partitions;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            if (partitions) {
                expirePartitions(table.open(engine));
                return 0;
            }
            TableMaintenance.Expiration done = table.open(engine).maintenance().expireSnapshots(options());
            var err = spec.commandLine().getErr();
            err.println(
                    done.snapshots() == 0
                            ? "no snapshot has expired"
                            : "expired snapshots " + done.first() + " to " + (done.end() - 1) + ", deleted "
                                    + done.files() + " files");
            err.flush();
        }
        return 0;
    }

    private void expirePartitions(Table opened) {
        List<String> dropped = opened.maintenance().expirePartitions();
        var err = spec.commandLine().getErr();
        dropped.forEach(partition -> err.println("dropped " + partition));
        if (dropped.isEmpty()) {
            err.println("no partition has expired");
        }
        err.flush();
    }

    private Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        put(options, "snapshot.num-retained.max", retainMax);
        put(options, "snapshot.num-retained.min", retainMin);
        put(options, "snapshot.time-retained", timeRetained == null ? null : timeRetained.toMillis() + " ms");
        put(options, "snapshot.expire.limit", limit);
        return options;
    }

    private static void put(Map<String, String> options, String key, String value) {
        if (value != null) {
            options.put(key, value);
        }
    }
}

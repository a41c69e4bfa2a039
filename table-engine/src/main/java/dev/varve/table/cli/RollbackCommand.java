package dev.varve.table.cli;

import dev.varve.table.TableEngine;
import dev.varve.table.TableMaintenance;
import dev.varve.table.snapshot.Snapshot;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes a table back. */
@Command(
        name = "rollback",
        description = {
            "Takes a table back to an older snapshot or a tag: newer snapshots and tags are deleted.",
            "Stop everything that writes to the table first. Data files stay until 'orphans --delete'."
        },
        mixinStandardHelpOptions = true)
final class RollbackCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @ArgGroup(multiplicity = "1")
    private Target target;

    @Spec
    private CommandSpec spec;

    /** Where to. */
    static final class Target {
        @Option(names = "--to-snapshot", required = true, paramLabel = "ID", description = "This snapshot.")
        private Long snapshot;

        @Option(names = "--to-tag", required = true, paramLabel = "NAME", description = "This tag, which stays.")
        private String tag;
    }

    @Override
    public Integer call() {
        try (TableEngine engine = table.startEngine()) {
            TableMaintenance maintenance = table.open(engine).maintenance();
            Snapshot newest = target.tag == null
                    ? maintenance.rollbackToSnapshot(target.snapshot)
                    : maintenance.rollbackToTag(target.tag);
            spec.commandLine().getErr().println("the newest snapshot is " + newest.id() + " now");
            spec.commandLine().getErr().flush();
        }
        return 0;
    }
}

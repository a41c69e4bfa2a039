package dev.varve.table.cli;

import dev.varve.table.RowCursor;
import dev.varve.table.ScanPlan;
import dev.varve.table.ScanStatistics;
import dev.varve.table.TableEngine;
import dev.varve.table.TableScan;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the rows of a table. */
@Command(name = "scan", description = "Prints the rows of a table.", mixinStandardHelpOptions = true)
final class ScanCommand implements Callable<Integer> {
    @Mixin
    private TableOption table;

    @Mixin
    private OutputOption output;

    @Option(names = "--columns", split = ",", paramLabel = "NAME", description = "Only these columns, in this order.")
    private List<String> columns = List.of();

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "Only rows of which this is true, as in SQL: \"status = 'open' AND (total > 99.5 OR note IS NULL)\"."
                            + " May be repeated; then all must be true.")
    private List<String> conditions = List.of();

    @ArgGroup
    private Version version = new Version();

    @Option(names = "--limit", paramLabel = "N", description = "At most this many rows.")
    private Long limit;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Reads so many splits at a time; rows of different splits come mixed (default: 1).")
    private int parallelism = 1;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Read option in place of the table's own: scan.* or source.split.*. May be repeated.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--stats",
            description = "Tells on standard error what planning looked at and left out, and how many rows were read.")
    private boolean statistics;

    @Spec
    private CommandSpec spec;

    /** One of the table's versions. */
    private static final class Version {
        @Option(names = "--snapshot", paramLabel = "ID", description = "The table as of this snapshot.")
        private Long snapshot;

        @Option(names = "--tag", paramLabel = "NAME", description = "The table as this tag names it.")
        private String tag;

        @Option(
                names = "--timestamp",
                paramLabel = "TIME",
                description =
                        "The table as of the newest snapshot at this time: 2026-01-31T12:34:56, in the local zone unless an offset"
                                + " such as Z or +01:00 follows.")
        private String timestamp;

        TableScan of(TableScan scan) {
            if (snapshot != null) {
                return scan.snapshot(snapshot);
            } else if (tag != null) {
                return scan.tag(tag);
            }
            return timestamp == null ? scan : scan.options(Map.of("scan.timestamp", timestamp));
        }
    }

    @Override
    public Integer call() {
        long printed = 0;
        try (TableEngine engine = table.startEngine()) {
            ScanPlan plan = describe(table.open(engine).scan()).plan();
            try (RowCursor rows = plan.open();
                    RowPrinter printer = output.printer(spec.commandLine().getOut(), rows.type())) {
                while (rows.advance()) {
                    printer.print(rows.row());
                    printed++;
                }
            }
            if (statistics) {
                tell(plan, printed);
            }
        }
        return 0;
    }

    private TableScan describe(TableScan scan) {
        TableScan described = version.of(scan).options(options).parallelism(parallelism);
        if (!columns.isEmpty()) {
            described = described.columns(columns);
        }
        for (String condition : conditions) {
            described = described.where(condition);
        }
        return limit == null ? described : described.limit(limit);
    }

    private void tell(ScanPlan plan, long printed) {
        ScanStatistics found = plan.statistics();
        PrintWriter err = spec.commandLine().getErr();
        err.println("snapshot="
                + plan.snapshot().map(snapshot -> Long.toString(snapshot.id())).orElse("none") + " manifests="
                + found.manifests() + " read=" + found.manifestsRead());
        err.println("entries=" + found.entries() + " other-partitions=" + found.entriesPrunedByPartition()
                + " other-buckets=" + found.entriesPrunedByBucket());
        err.println("files=" + found.files() + " pruned-by-key=" + found.filesPrunedByKey() + " pruned-by-value="
                + found.filesPrunedByValue() + " pruned-by-limit=" + found.filesPrunedByLimit());
        err.println("planned-files=" + found.plannedFiles() + " bytes=" + found.plannedBytes() + " splits="
                + found.splits() + " raw-splits=" + found.rawSplits() + " rows=" + printed);
        err.flush();
    }
}

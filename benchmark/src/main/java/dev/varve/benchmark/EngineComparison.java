package dev.varve.benchmark;

import dev.varve.benchmark.Contest.Result;
import dev.varve.benchmark.TableUnderTest.Digest;
import dev.varve.benchmark.TableUnderTest.Lookups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * The engine beside Apache Paimon Java: the same rows, options and order of keys, in one process, in turns. Prints a Markdown
 * table. Each run checks that both have the same rows.
 */
@CommandLine.Command(
        name = "engine-comparison",
        mixinStandardHelpOptions = true,
        description = "Measures the table engine beside Apache Paimon Java.")
public final class EngineComparison implements Callable<Integer> {
    private static final List<String> TWO_COLUMNS = List.of("account", "state");

    @Option(
            names = "--runs",
            description = "Measured runs of each engine, after one to warm up (default: ${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(names = "--keys", description = "Distinct keys (default: ${DEFAULT-VALUE}).")
    private int keys = 2_000_000;

    @Option(names = "--lookups", description = "Rows looked up in a run (default: ${DEFAULT-VALUE}).")
    private int lookups = 2_000;

    @Option(
            names = "--cases",
            split = ",",
            description = "ingest, compaction, merge, scan, lookup, engines (default: all but engines).")
    private Set<String> cases = Set.of("ingest", "compaction", "merge", "scan", "lookup");

    @Option(
            names = "--engines",
            split = ",",
            description = "Of the case engines, those whose name contains one of these words (default: all).")
    private List<String> engines = List.of("");

    @Option(names = "--files", description = "Whose files the reads read: varve or paimon (default: ${DEFAULT-VALUE}).")
    private String writtenBy = "paimon";

    @Option(
            names = "--time",
            description =
                    "What is measured: wall, or cpu for a machine that others use, too (default: ${DEFAULT-VALUE}).")
    private TimeSource time = TimeSource.WALL;

    private final List<Result> results = new ArrayList<>();
    private final RowPool pool = WideRows.pool();
    private ContestTables tables;

    public static void main(String[] args) {
        System.exit(new CommandLine(new EngineComparison())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        try (ContestTables opened = new ContestTables()) {
            tables = opened;
            if (cases.contains("ingest")) {
                ingest("ingest, write-only, 4 commits", Map.of("write-only", "true"), 4);
            }
            if (cases.contains("compaction")) {
                ingest("ingest with compaction, 4 commits", Map.of("num-sorted-run.compaction-trigger", "2"), 4);
                ingest("ingest with compaction, 40 commits", Map.of(), 40);
            }
            if (cases.contains("merge")) {
                for (int sortedRuns : List.of(1, 5, 10)) {
                    mergeRead(sortedRuns);
                }
            }
            if (cases.contains("scan") || cases.contains("lookup")) {
                compacted();
            }
            if (cases.contains("engines")) {
                MergeEngineContest contest = new MergeEngineContest(tables, new Contest(runs), time, keys, writtenBy);
                for (MergeEngineCase engine : MergeEngineCase.named(engines)) {
                    contest.measure(engine, this::report);
                }
            }
        }
        Contest.HEADER.forEach(System.out::println);
        results.forEach(result -> System.out.println(result.line()));
        return 0;
    }

    private void ingest(String name, Map<String, String> options, int commits) throws Exception {
        List<long[]> batches = KeySequences.batches(keys, 2, commits);
        long rows = batches.stream().mapToLong(batch -> batch.length).sum();
        Map<String, String> all = new HashMap<>(options);
        all.put("bucket", "4");
        report(new Contest(runs)
                .measure(name, "rows", rows, () -> write("varve", all, batches), () -> write("paimon", all, batches)));
    }

    private long write(String engine, Map<String, String> options, List<long[]> batches) throws Exception {
        Path location = tables.fresh();
        try (TableUnderTest table = open(engine, location, options)) {
            long start = time.nanos();
            for (long[] batch : batches) {
                table.write(batch);
            }
            if (!"true".equals(options.get("write-only"))) {
                table.settle();
            }
            return time.nanos() - start;
        } finally {
            ContestTables.delete(location);
        }
    }

    private void mergeRead(int sortedRuns) throws Exception {
        Path location = tables.fresh();
        Map<String, String> options = Map.of("bucket", "4", "write-only", "true");
        try (TableUnderTest writer = open(writtenBy, location, options)) {
            for (long[] run : KeySequences.overlappingRuns(keys, sortedRuns)) {
                writer.write(run);
            }
        }
        contestOfScans(
                "merge-read, " + sortedRuns + (sortedRuns == 1 ? " sorted run" : " sorted runs"),
                location,
                options,
                WideRows.COLUMNS);
        ContestTables.delete(location);
    }

    private void compacted() throws Exception {
        Path location = tables.fresh();
        Map<String, String> options = Map.of("bucket", "4", "write-only", "true");
        try (TableUnderTest writer = open(writtenBy, location, options)) {
            for (long[] batch : KeySequences.batches(keys, 2, 4)) {
                writer.write(batch);
            }
        }
        try (TableUnderTest compactor = open(writtenBy, location, options)) {
            compactor.compactFully();
        }
        if (cases.contains("scan")) {
            contestOfScans("compacted scan, all columns", location, options, WideRows.COLUMNS);
            contestOfScans("compacted scan, 2 of 10 columns", location, options, TWO_COLUMNS);
        }
        if (cases.contains("lookup")) {
            contestOfLookups(location, options);
        }
        ContestTables.delete(location);
    }

    private void contestOfScans(String name, Path location, Map<String, String> options, List<String> columns)
            throws Exception {
        try (TableUnderTest varve = open("varve", location, options);
                TableUnderTest paimon = open("paimon", location, options)) {
            Digest digest = varve.scan(columns);
            report(new Contest(runs)
                    .measure(
                            name,
                            "rows",
                            digest.rows(),
                            () -> scan(varve, columns, digest),
                            () -> scan(paimon, columns, digest)));
        }
    }

    private long scan(TableUnderTest table, List<String> columns, Digest expected) throws Exception {
        long start = time.nanos();
        Digest digest = table.scan(columns);
        long nanos = time.nanos() - start;
        if (!digest.equals(expected)) {
            throw new IllegalStateException("read " + digest + ", the other engine read " + expected);
        }
        return nanos;
    }

    private void contestOfLookups(Path location, Map<String, String> options) throws Exception {
        long[] wanted = new Random(7).longs(lookups, 0, keys).toArray();
        try (TableUnderTest varve = open("varve", location, options);
                PaimonTableUnderTest paimon = new PaimonTableUnderTest(location, pool, options);
                Lookups ours = varve.lookups();
                Lookups filtered = paimon.lookups()) {
            long expected = findAll(ours, wanted);
            report(new Contest(runs)
                    .measure(
                            "point lookup, Paimon by key filter",
                            "lookups",
                            lookups,
                            () -> lookUp(ours, wanted, expected),
                            () -> lookUp(filtered, wanted, expected)));
            report(new Contest(runs)
                    .measure(
                            "point lookups from a cold start, Paimon by local lookup files",
                            "lookups",
                            lookups,
                            () -> lookUpFromCold(location, options, wanted, expected),
                            () -> lookUpFromCold(paimon::localLookups, wanted, expected)));
        }
    }

    private long lookUp(Lookups table, long[] wanted, long expected) throws Exception {
        long start = time.nanos();
        long sum = findAll(table, wanted);
        long nanos = time.nanos() - start;
        if (sum != expected) {
            throw new IllegalStateException("found " + sum + ", the other engine found " + expected);
        }
        return nanos;
    }

    /** With an engine of its own, whose caches are empty. */
    private long lookUpFromCold(Path location, Map<String, String> options, long[] wanted, long expected)
            throws Exception {
        try (TableUnderTest table = open("varve", location, options)) {
            return lookUpFromCold(table::lookups, wanted, expected);
        }
    }

    private long lookUpFromCold(Callable<Lookups> opening, long[] wanted, long expected) throws Exception {
        long start = time.nanos();
        try (Lookups table = opening.call()) {
            lookUp(table, wanted, expected);
            return time.nanos() - start;
        }
    }

    private static long findAll(Lookups table, long[] wanted) throws Exception {
        long sum = 0;
        for (long key : wanted) {
            sum += table.find(key);
        }
        return sum;
    }

    private TableUnderTest open(String engine, Path location, Map<String, String> options) throws Exception {
        return ContestTables.open(engine, location, pool, options);
    }

    private void report(Result result) {
        results.add(result);
        System.out.println(result.line());
    }
}

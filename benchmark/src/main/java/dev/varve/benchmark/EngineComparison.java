package dev.varve.benchmark;

import dev.varve.benchmark.Contest.Result;
import dev.varve.benchmark.TableUnderTest.Digest;
import dev.varve.benchmark.TableUnderTest.Lookups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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

    @Option(names = "--cases", split = ",", description = "ingest, compaction, merge, scan, lookup (default: all).")
    private Set<String> cases = Set.of("ingest", "compaction", "merge", "scan", "lookup");

    @Option(names = "--files", description = "Whose files the reads read: varve or paimon (default: ${DEFAULT-VALUE}).")
    private String writtenBy = "paimon";

    private final List<Result> results = new ArrayList<>();
    private Path home;

    public static void main(String[] args) {
        System.exit(new CommandLine(new EngineComparison()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        home = Files.createTempDirectory("varve-comparison");
        try {
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
        } finally {
            deleteAll(home);
        }
        Contest.HEADER.forEach(System.out::println);
        results.forEach(result -> System.out.println(result.line()));
        return 0;
    }

    private void ingest(String name, Map<String, String> options, int commits) throws Exception {
        List<long[]> batches = batches(commits);
        long rows = batches.stream().mapToLong(batch -> batch.length).sum();
        Map<String, String> all = new HashMap<>(options);
        all.put("bucket", "4");
        report(new Contest(runs)
                .measure(
                        name,
                        "rows",
                        rows,
                        () -> write("varve", fresh(), all, batches),
                        () -> write("paimon", fresh(), all, batches)));
    }

    private static long write(String engine, Path location, Map<String, String> options, List<long[]> batches)
            throws Exception {
        try (TableUnderTest table = open(engine, location, options)) {
            long start = System.nanoTime();
            for (long[] batch : batches) {
                table.write(batch);
            }
            if (!"true".equals(options.get("write-only"))) {
                table.settle();
            }
            return System.nanoTime() - start;
        } finally {
            deleteAll(location);
        }
    }

    private void mergeRead(int sortedRuns) throws Exception {
        Path location = fresh();
        Map<String, String> options = Map.of("bucket", "4", "write-only", "true");
        try (TableUnderTest writer = open(writtenBy, location, options)) {
            Random random = new Random(sortedRuns);
            // The first run has every key; what follows updates a share of them, so that every run meets every other.
            writer.write(shuffled(keys, random));
            for (int run = 1; run < sortedRuns; run++) {
                writer.write(random.longs(keys / sortedRuns, 0, keys).toArray());
            }
        }
        contestOfScans(
                "merge-read, " + sortedRuns + (sortedRuns == 1 ? " sorted run" : " sorted runs"),
                location,
                options,
                WideRows.COLUMNS);
        deleteAll(location);
    }

    private void compacted() throws Exception {
        Path location = fresh();
        Map<String, String> options = Map.of("bucket", "4", "write-only", "true");
        try (TableUnderTest writer = open(writtenBy, location, options)) {
            for (long[] batch : batches(4)) {
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
        deleteAll(location);
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

    private static long scan(TableUnderTest table, List<String> columns, Digest expected) throws Exception {
        long start = System.nanoTime();
        Digest digest = table.scan(columns);
        long nanos = System.nanoTime() - start;
        if (!digest.equals(expected)) {
            throw new IllegalStateException("read " + digest + ", the other engine read " + expected);
        }
        return nanos;
    }

    private void contestOfLookups(Path location, Map<String, String> options) throws Exception {
        long[] wanted = new Random(7).longs(lookups, 0, keys).toArray();
        try (TableUnderTest varve = open("varve", location, options);
                PaimonTableUnderTest paimon = new PaimonTableUnderTest(location, options);
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

    private static long lookUp(Lookups table, long[] wanted, long expected) throws Exception {
        long start = System.nanoTime();
        long sum = findAll(table, wanted);
        long nanos = System.nanoTime() - start;
        if (sum != expected) {
            throw new IllegalStateException("found " + sum + ", the other engine found " + expected);
        }
        return nanos;
    }

    /** With an engine of its own, whose caches are empty. */
    private static long lookUpFromCold(Path location, Map<String, String> options, long[] wanted, long expected)
            throws Exception {
        try (TableUnderTest table = open("varve", location, options)) {
            return lookUpFromCold(table::lookups, wanted, expected);
        }
    }

    private static long lookUpFromCold(Callable<Lookups> opening, long[] wanted, long expected) throws Exception {
        long start = System.nanoTime();
        try (Lookups table = opening.call()) {
            lookUp(table, wanted, expected);
            return System.nanoTime() - start;
        }
    }

    private static long findAll(Lookups table, long[] wanted) throws Exception {
        long sum = 0;
        for (long key : wanted) {
            sum += table.find(key);
        }
        return sum;
    }

    /** Every key once in random order, then as many updates of random keys. */
    private List<long[]> batches(int commits) {
        Random random = new Random(42);
        long[] all = new long[2 * keys];
        System.arraycopy(shuffled(keys, random), 0, all, 0, keys);
        for (int i = keys; i < all.length; i++) {
            all[i] = random.nextInt(keys);
        }
        List<long[]> batches = new ArrayList<>();
        int size = all.length / commits;
        for (int from = 0; from < all.length; from += size) {
            long[] batch = new long[Math.min(size, all.length - from)];
            System.arraycopy(all, from, batch, 0, batch.length);
            batches.add(batch);
        }
        return batches;
    }

    private static long[] shuffled(int count, Random random) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }

    private static TableUnderTest open(String engine, Path location, Map<String, String> options) throws Exception {
        return switch (engine) {
            case "varve" -> new VarveTableUnderTest(location, options);
            case "paimon" -> new PaimonTableUnderTest(location, options);
            default -> throw new IllegalArgumentException("no engine '" + engine + "'; there are varve and paimon");
        };
    }

    private void report(Result result) {
        results.add(result);
        System.out.println(result.line());
    }

    private Path fresh() throws IOException {
        return Files.createTempDirectory(home, "table").resolve("t");
    }

    private static void deleteAll(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

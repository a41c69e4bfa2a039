package dev.varve.benchmark;

import dev.varve.table.EngineSettings;
import dev.varve.table.TableEngine;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Updates one table for long, with compaction and expiration on, by both engines one after the other, each in a JVM of its own
 * with a small heap; prints what became of sorted runs, files, snapshots, bytes written and memory.
 */
@CommandLine.Command(
        name = "long-run",
        mixinStandardHelpOptions = true,
        description = "Updates one table for long, by the table engine and by Apache Paimon Java.")
public final class LongRun implements Callable<Integer> {
    @Option(names = "--updates", description = "Rows written (default: ${DEFAULT-VALUE}).")
    private long updates = 30_000_000;

    @Option(names = "--keys", description = "Distinct keys (default: ${DEFAULT-VALUE}).")
    private int keys = 2_000_000;

    @Option(names = "--buckets", description = "Buckets of the table (default: ${DEFAULT-VALUE}).")
    private int buckets = 16;

    @Option(names = "--commit-every", description = "Rows of a commit (default: ${DEFAULT-VALUE}).")
    private int commitEvery = 200_000;

    @Option(names = "--heap", description = "Heap of each engine's JVM (default: ${DEFAULT-VALUE}).")
    private String heap = "512m";

    @Option(names = "--write-buffer", description = "Memory for buffered rows (default: ${DEFAULT-VALUE}).")
    private String writeBuffer = "128 mb";

    @Option(names = "--engine", description = "Run one engine in this JVM: varve or paimon.")
    private String engine;

    public static void main(String[] args) {
        System.exit(new CommandLine(new LongRun()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (engine != null) {
            run();
            return 0;
        }
        System.out.println(
                "| engine | rows/s | most sorted runs of a bucket | write amplification | most live files"
                        + " | most snapshots | files on disk at the end | most heap at a commit | heap in use after a collection at the end |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (String each : List.of("varve", "paimon")) {
            int status = runInJvmOfItsOwn(each);
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }

    private int runInJvmOfItsOwn(String each) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel="
                        + System.getProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn"),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                LongRun.class.getName()));
        command.addAll(List.of(
                "--engine", each,
                "--updates", Long.toString(updates),
                "--keys", Integer.toString(keys),
                "--buckets", Integer.toString(buckets),
                "--commit-every", Integer.toString(commitEvery),
                "--write-buffer", writeBuffer));
        return new ProcessBuilder(command)
                .inheritIO()
                .directory(new File("."))
                .start()
                .waitFor();
    }

    private void run() throws Exception {
        Path home = Files.createTempDirectory("varve-long-run");
        Path location = home.resolve("t");
        Map<String, String> options = Map.of(
                "bucket", Integer.toString(buckets),
                "write-buffer-size", writeBuffer,
                "snapshot.num-retained.min", "5",
                "snapshot.num-retained.max", "20",
                "snapshot.time-retained", "1 min");
        try (TableEngine observing = TableEngine.start(EngineSettings.defaults());
                TableUnderTest table = open(location, options)) {
            TableObserver observer = new TableObserver(observing.open(location.toString()));
            Random random = new Random(11);
            long[] batch = new long[commitEvery];
            long nanos = 0;
            long mostHeap = 0;
            for (long written = 0; written < updates; written += batch.length) {
                for (int i = 0; i < batch.length; i++) {
                    batch[i] = random.nextInt(keys);
                }
                long start = System.nanoTime();
                table.write(batch);
                nanos += System.nanoTime() - start;
                observer.look();
                mostHeap = Math.max(mostHeap, usedHeapBytes());
            }
            table.settle();
            observer.look();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f k | %d | %.2f | %d | %d | %d | %d MiB | %d MiB |%n",
                    engine,
                    updates * 1e6 / nanos,
                    observer.mostRuns(),
                    observer.writeAmplification(),
                    observer.mostFiles(),
                    observer.mostSnapshots(),
                    observer.filesOnDisk(),
                    mostHeap >> 20,
                    heapBytesInUse() >> 20);
        } finally {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private TableUnderTest open(Path location, Map<String, String> options) throws Exception {
        return switch (engine) {
            case "varve" -> new VarveTableUnderTest(location, WideRows.pool(), options);
            case "paimon" -> new PaimonTableUnderTest(location, WideRows.pool(), options);
            default -> throw new IllegalArgumentException("no engine '" + engine + "'; there are varve and paimon");
        };
    }

    private static long usedHeapBytes() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long heapBytesInUse() {
        System.gc();
        return usedHeapBytes();
    }
}

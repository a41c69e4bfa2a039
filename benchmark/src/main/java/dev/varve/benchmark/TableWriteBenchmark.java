package dev.varve.benchmark;

import dev.varve.table.EngineSettings;
import dev.varve.table.Table;
import dev.varve.table.TableEngine;
import dev.varve.table.TableWriter;
import dev.varve.table.row.GenericRow;
import dev.varve.table.snapshot.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rows a second into level-0 files on the local disk: checks, routing, MemTable, sort, merge and Parquet, without compaction.
 * Rows are like those of an order table: eight columns, about 130 bytes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx1g"})
@Warmup(iterations = 4, time = 4)
@Measurement(iterations = 5, time = 4)
public class TableWriteBenchmark {
    private static final int ROWS = 200_000;
    private static final int DISTINCT_ROWS = 1 << 14;

    /** ascending: each key once, in order, as a snapshot of a source table comes; updates: random keys, each about four times. */
    @Param({"ascending", "updates"})
    public String keys;

    @Param({"4"})
    public int buckets;

    /** What is measured: {@code buffer} stops before the flush. */
    @Param({"buffer", "flush"})
    public String until;

    private final Random random = new Random(42);
    private final GenericRow[] rows = new GenericRow[DISTINCT_ROWS];
    private Path directory;
    private TableEngine engine;
    private TableWriter writer;
    private long nextKey;
    private long commits;

    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("varve-benchmark");
        engine = TableEngine.start(EngineSettings.defaults());
        Table table = engine.create(directory.resolve("orders").toString(), OrderRows.spec(buckets));
        writer = table.newWriter("benchmark");
        for (int i = 0; i < rows.length; i++) {
            rows[i] = OrderRows.row(i, random);
        }
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        writer.close();
        engine.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long write() {
        boolean ascending = keys.equals("ascending");
        for (int i = 0; i < ROWS; i++) {
            GenericRow row = rows[i & (DISTINCT_ROWS - 1)];
            row.set(0, ascending ? nextKey++ : random.nextLong(ROWS / 4));
            writer.write(row);
        }
        long bytes = writer.bufferedBytes();
        if (until.equals("flush")) {
            writer.commit(writer.prepare(), ++commits, Map.of(), Guard.NONE, false);
        } else {
            writer.discard();
        }
        return bytes;
    }
}

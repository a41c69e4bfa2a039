package dev.varve.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
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
 * The same rows by three ways into a table on the local disk, each ending in a commit: the engine, the sink task's {@code put} and
 * {@code preCommit}, and Apache Paimon Java. One run measures all three; quote their ratios, since machines differ.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g"})
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 4, time = 5)
public class WriteComparisonBenchmark {
    static final int ROWS = 200_000;

    @Param({"engine", "sink-task", "paimon-java"})
    public String way;

    /** ascending: each key once, in order; updates: random keys, each about four times. */
    @Param({"ascending", "updates"})
    public String keys;

    private final Random random = new Random(42);
    private final long[] ids = new long[ROWS];
    private long nextKey;
    private Path directory;
    private Subject subject;

    /** One way of writing. */
    interface Subject extends AutoCloseable {
        /** What is not measured: making the input. */
        default void prepare(long[] ids) {}

        /** Writes a row for each id and commits. */
        void write(long[] ids) throws Exception;
    }

    @Setup(Level.Trial)
    public void open() throws Exception {
        directory = Files.createTempDirectory("varve-benchmark");
        subject = switch (way) {
            case "engine" -> new EngineSubject(directory);
            case "sink-task" -> new SinkTaskSubject(directory);
            case "paimon-java" -> new PaimonSubject(directory);
            default -> throw new IllegalArgumentException("no such way: " + way);
        };
    }

    @Setup(Level.Invocation)
    public void chooseKeys() {
        for (int i = 0; i < ROWS; i++) {
            ids[i] = keys.equals("ascending") ? nextKey++ : random.nextLong(ROWS / 4);
        }
        subject.prepare(ids);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void write() throws Exception {
        subject.write(ids);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        subject.close();
        deleteAll();
    }

    private void deleteAll() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

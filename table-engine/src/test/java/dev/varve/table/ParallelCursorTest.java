package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.env.Env;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ParallelCursorTest {
    private static final int ROWS = 6000;

    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private TableEngine engine;
    private Table table;

    @BeforeEach
    void fill() {
        engine = TableEngine.start(EngineSettings.defaults().withEnv(Env.system()));
        var fields = List.of(new DataField(0, "k", DataTypes.INT.notNull()), new DataField(1, "s", DataTypes.STRING));
        table = engine.create(
                directory.resolve("t").toString(),
                new TableSpec(fields, List.of("k"), List.of(), Map.of("bucket", "5"), Optional.empty()));
        var rows = new ArrayList<GenericRow>();
        for (int k = 0; k < ROWS; k++) {
            rows.add(GenericRow.of(k, BinaryString.of("value " + k)));
        }
        Tables.commit(table, "writer", 1, rows);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void allRowsComeOnceWhateverTheParallelism() {
        for (int parallelism : new int[] {2, 3, 50}) {
            assertThat(keys(table.scan().parallelism(parallelism).open())).isEqualTo(range(ROWS));
        }
    }

    @Test
    void rowsOfASplitStayInKeyOrder() {
        Map<Integer, Integer> bucketOf = new HashMap<>();
        ScanPlan plan = table.scan().plan();
        for (ScanSplit split : plan.splits()) {
            keysInOrder(plan.open(split)).forEach(key -> bucketOf.put(key, split.bucket()));
        }
        Map<Integer, Integer> last = new HashMap<>();
        for (int key : keysInOrder(table.scan().parallelism(3).open())) {
            Integer before = last.put(bucketOf.get(key), key);
            assertThat(before == null || before < key).isTrue();
        }
    }

    @Test
    void anExecutorThatRefusesOrForgetsWorkOnlyMakesItSlower() {
        Executor refusing = work -> {
            throw new RejectedExecutionException("full");
        };
        Executor forgetting = work -> {};
        for (Executor executor : List.of(refusing, forgetting, (Executor) Runnable::run)) {
            assertThat(keys(cursor(executor, Long.MAX_VALUE))).isEqualTo(range(ROWS));
        }
    }

    @Test
    void workThatComesLateFindsNothingToDo() {
        List<Runnable> late = new ArrayList<>();
        try (RowCursor cursor = cursor(late::add, Long.MAX_VALUE)) {
            assertThat(cursor.advance()).isTrue();
        }
        assertThat(late).isNotEmpty();
        late.forEach(Runnable::run);
    }

    @Test
    void aCallerThatDoesNotReadIsNotFloodedWithRows() {
        List<Runnable> work = new ArrayList<>();
        int taken = 0;
        try (RowCursor cursor = cursor(work::add, Long.MAX_VALUE)) {
            while (!work.isEmpty()) {
                work.remove(0).run();
                taken++;
            }
            assertThat(taken)
                    .as("each lane goes as far as it may, and asks for no thread again")
                    .isEqualTo(3);
            assertThat(cursor.advance()).isTrue();
            assertThat(work)
                    .as("the batch that was taken makes room for another")
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void theLimitHolds() {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            assertThat(keys(cursor(threads, 1500))).hasSize(1500);
            assertThat(keysInOrder(table.scan().limit(7).parallelism(4).open())).hasSize(7);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aFailureReachesTheCallerAndClosesTheRest() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            Files.delete(files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow());
        }
        for (int parallelism : new int[] {1, 3}) {
            try (RowCursor cursor = table.scan().parallelism(parallelism).open()) {
                assertThatThrownBy(() -> keysInOrder(cursor))
                        .isInstanceOf(StorageException.class)
                        .hasMessageContaining("is not there");
            }
        }
    }

    @Test
    void aCursorThatIsGivenUpClosesWhileLanesAreReading() {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int i = 0; i < 20; i++) {
                RowCursor cursor = cursor(threads, Long.MAX_VALUE);
                for (int row = 0; row < i * 50; row++) {
                    assertThat(cursor.advance()).isTrue();
                }
                cursor.close();
                cursor.close();
                assertThat(cursor.advance()).isFalse();
            }
        } finally {
            assertThat(threads.shutdownNow())
                    .as("what is left in the queue does nothing")
                    .hasSizeLessThan(100);
        }
    }

    @Test
    void noSplitAtATimeIsRefused() {
        assertThatThrownBy(() -> table.scan().parallelism(0)).isInstanceOf(InvalidInputException.class);
    }

    /** Three lanes over a scan's splits. */
    private RowCursor cursor(Executor executor, long limit) {
        return ((FileScanPlan) table.scan().plan()).open(executor, 3, limit);
    }

    private static List<Integer> range(int end) {
        return Stream.iterate(0, key -> key + 1).limit(end).toList();
    }

    private static List<Integer> keys(RowCursor cursor) {
        List<Integer> keys = keysInOrder(cursor);
        Collections.sort(keys);
        return keys;
    }

    private static List<Integer> keysInOrder(RowCursor cursor) {
        var keys = new ArrayList<Integer>();
        try (cursor) {
            while (cursor.advance()) {
                assertThat(cursor.row().stringAt(1))
                        .hasToString("value " + cursor.row().intAt(0));
                keys.add(cursor.row().intAt(0));
            }
        }
        return keys;
    }
}

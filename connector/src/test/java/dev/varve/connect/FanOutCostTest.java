package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.sink.CommitThreads;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a topic that fans out to a hundred tables asks of the store: requests for each table, whatever their number. */
class FanOutCostTest {
    private static final int TABLES = 100;
    private static final Map<String, String> SETTINGS =
            Map.of("table.format", "${field:tab}", "cdc.format", "insert", "options.write-only", "true");

    private final MemoryFileIO files = new MemoryFileIO();
    private final FaultyFileIO store = new FaultyFileIO(files);
    private final ManualEnv env = ManualEnv.create();
    private final Records records = new Records();
    /** Guarded by itself. */
    private final Map<Operation, Integer> calls = new EnumMap<>(Operation.class);

    private long id;

    private EngineTask task(CommitThreads threads) {
        store.beforeCall(call -> {
            synchronized (calls) {
                calls.merge(call.operation(), 1, Integer::sum);
            }
        });
        return new EngineTask(store, env, SETTINGS, threads);
    }

    private SinkRecord[] oneForEachTable() {
        return IntStream.range(0, TABLES)
                .mapToObj(table -> {
                    id++;
                    return records.schemaless(map("id", id), map("id", id, "tab", "t" + table));
                })
                .toArray(SinkRecord[]::new);
    }

    private int perTable(Operation... operations) {
        synchronized (calls) {
            int sum = 0;
            for (Operation operation : operations) {
                sum += calls.getOrDefault(operation, 0);
            }
            return sum / TABLES;
        }
    }

    private void forgetCalls() {
        synchronized (calls) {
            calls.clear();
        }
    }

    @Test
    void requestsForEachTable() {
        try (EngineTask task = task(CommitThreads.NONE)) {
            task.put(oneForEachTable());
            assertThat(perTable(Operation.LIST, Operation.READ_ALL, Operation.CREATE_IF_ABSENT))
                    .as("creating a table")
                    .isLessThanOrEqualTo(7);
            task.commit();
            forgetCalls();
            task.put(oneForEachTable());
            assertThat(calls).as("a record of a known table").isEmpty();
            task.commit();
            assertThat(perTable(Operation.LIST)).as("listings of a commit").isLessThanOrEqualTo(1);
            assertThat(perTable(Operation.READ_ALL)).as("reads of a commit").isLessThanOrEqualTo(12);
            assertThat(perTable(Operation.CREATE)).as("new files of a commit").isLessThanOrEqualTo(4);
            assertThat(perTable(Operation.CREATE_IF_ABSENT)).isEqualTo(1);
            forgetCalls();
            task.commit();
            assertThat(perTable(Operation.values()))
                    .as("an interval without rows")
                    .isLessThanOrEqualTo(3);
        }
        forgetCalls();
        try (EngineTask task = task(CommitThreads.NONE)) {
            task.put(oneForEachTable());
            assertThat(perTable(Operation.LIST, Operation.READ_ALL))
                    .as("a task's first record of a table that exists")
                    .isLessThanOrEqualTo(13);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void tablesThatAreCommittedAtATimeDoNotDisturbEachOther(int threads) {
        int rounds = 5;
        try (CommitThreads commitThreads = CommitThreads.start("t", threads);
                EngineTask task = task(commitThreads)) {
            for (int round = 0; round < rounds; round++) {
                task.put(oneForEachTable()).put(oneForEachTable()).commit();
            }
            for (int table = 0; table < TABLES; table++) {
                assertThat(task.table("t" + table).latestSnapshot()).hasValueSatisfying(snapshot -> {
                    assertThat(snapshot.id()).isEqualTo(rounds);
                    assertThat(snapshot.totalRecordCount()).isEqualTo(2L * rounds);
                });
            }
        }
    }
}

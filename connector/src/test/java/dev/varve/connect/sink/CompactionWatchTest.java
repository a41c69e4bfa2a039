package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.ManualExecutor;
import dev.varve.table.testing.MemoryFileIO;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tasks over the real engine, whose compactions run when the test says so. Trigger 2, stop 3: {@link SimulatedTranslator}. */
class CompactionWatchTest {
    private static final TableId T = new TableId("db", "t");
    private static final TopicPartition P0 = new TopicPartition("orders", 0);
    private static final TopicPartition P1 = new TopicPartition("orders", 1);

    private final ManualEnv env = ManualEnv.create();
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualExecutor threads = new ManualExecutor();
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env, threads);
    private final TaskMetrics metrics = new TaskMetrics();

    CompactionWatchTest() {
        kafka.create("orders", 2);
    }

    private SimulatedTask task(int number, int tasks, TopicPartition... partitions) {
        var task = new SimulatedTask(
                kafka,
                context -> new TaskSink(
                        new TaskSettings(
                                "lake",
                                number,
                                tasks,
                                "lake",
                                Optional.empty(),
                                false,
                                true,
                                RetryLimits.within(Duration.ofMinutes(15))),
                        warehouse,
                        new SimulatedTranslator(Map.of("orders", T), () -> 0L),
                        context,
                        KafkaLog.UNKNOWN,
                        env,
                        metrics,
                        MetricBeans.none()));
        task.poll(Set.of(), Set.of(), Set.of(partitions), 0);
        return task;
    }

    private Table table() {
        return warehouse.find(T).orElseThrow();
    }

    private Snapshot newest() {
        return table().latestSnapshot().orElseThrow();
    }

    private Ledger ledger() {
        return LedgerHistory.newest("lake", table().latestSnapshot(), table()::findSnapshot)
                .orElseThrow()
                .ledger();
    }

    private void land(SimulatedTask task, TopicPartition partition) {
        kafka.row(partition, T);
        task.poll(10);
        task.commit();
    }

    @Test
    void recordsWaitWhileCompactionIsBehind() {
        SimulatedTask task = task(0, 1, P0, P1);
        land(task, P0);
        land(task, P1);
        task.poll(10);
        assertThat(task.paused()).isEmpty();
        land(task, P0);
        // The third run: all partitions are held back, polls go on.
        task.poll(10);
        assertThat(task.paused()).containsExactlyInAnyOrder(P0, P1);
        assertThat(task.timeout()).isBetween(1L, 1000L);
        assertThat(metrics.getPaused()).isTrue();
        assertThat(task.commitRequested()).isFalse();
        kafka.row(P0, T);
        env.advance(Duration.ofSeconds(3));
        task.poll(10);
        assertThat(task.position(P0)).isEqualTo(2);

        threads.runAll();
        task.poll(10);
        assertThat(task.commitRequested())
                .as("a finished compaction is worth a commit")
                .isTrue();
        task.commit();
        assertThat(newest().kind()).isEqualTo(CommitKind.COMPACT);
        task.poll(10);
        assertThat(task.paused()).isEmpty();
        assertThat(metrics.getPaused()).isFalse();
        assertThat(metrics.getPausedMillis()).isEqualTo(3000);
        task.poll(10);
        task.commit();
        assertThat(ledger().find(P0)).hasValue(3);
    }

    @Test
    void aCompactionIsCommittedWithoutRowsAndCarriesTheLedger() {
        SimulatedTask task = task(0, 1, P0);
        land(task, P0);
        land(task, P0);
        Ledger before = ledger();
        threads.runAll();
        long snapshots = newest().id();
        task.commit();
        assertThat(newest().id()).isEqualTo(snapshots + 1);
        assertThat(newest().kind()).isEqualTo(CommitKind.COMPACT);
        assertThat(newest().properties()).containsEntry(Ledger.property("lake"), before.format());
        task.commit();
        assertThat(newest().id()).as("idle tasks make no snapshot").isEqualTo(snapshots + 1);
        land(task, P0);
        assertThat(task.failure()).isEmpty();
    }

    @Test
    void aTaskWithoutRecordsCompactsWhatOthersWrite() {
        SimulatedTask zero = task(0, 2, P0);
        SimulatedTask one = task(1, 2, P1);
        land(zero, P0);
        land(one, P1);
        threads.runAll();
        zero.commit();
        one.commit();
        threads.runAll();
        zero.commit();
        one.commit();
        assertThat(newest().kind()).as("whichever task owns the bucket").isEqualTo(CommitKind.COMPACT);
        assertThat(ledger().find(P0)).hasValue(1);
        assertThat(ledger().find(P1)).hasValue(1);
    }

    @Test
    void aTaskThatBeginsWhereNothingComesCompactsWhatItsPredecessorLeft() {
        SimulatedTask before = task(0, 1, P0);
        land(before, P0);
        land(before, P0);
        before.stop();
        assertThat(newest().kind()).isEqualTo(CommitKind.APPEND);
        SimulatedTask after = task(0, 1, P0);
        after.poll(10);
        after.commit();
        threads.runAll();
        after.commit();
        assertThat(newest().kind()).isEqualTo(CommitKind.COMPACT);
        assertThat(ledger().find(P0)).hasValue(2);
        long snapshots = newest().id();
        after.commit();
        assertThat(newest().id()).as("idle tasks make no snapshot").isEqualTo(snapshots);
    }

    /** Only one of two tasks runs: of its buckets none may stop it for good, whoever owns it. */
    @Test
    void aMissingOwnerDoesNotStopTheOthersForGood() {
        for (int number = 0; number < 2; number++) {
            SimulatedTask task = task(number, 2, P0);
            land(task, P0);
            long start = task.position(P0);
            for (int i = 0; i < 150; i++) {
                kafka.row(P0, T);
                task.poll(1);
                task.commit();
                threads.runAll();
                env.advance(Duration.ofSeconds(1));
            }
            // Held back for a minute at most, and then about every second time.
            assertThat(task.position(P0) - start).isGreaterThan(30);
            assertThat(task.failure()).isEmpty();
            task.stop();
        }
    }
}

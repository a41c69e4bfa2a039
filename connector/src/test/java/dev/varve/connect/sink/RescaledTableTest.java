package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.Tables;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A table that gets another number of buckets under a running task: the task goes on with it, and nothing is lost or twice. */
class RescaledTableTest {
    private static final TopicPartition P0 = new TopicPartition("orders", 0);
    private static final TableId T = new TableId("db", "orders");

    private final ManualEnv env = ManualEnv.create();
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final MemoryFileIO store = new MemoryFileIO();
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env);
    private long tries;

    private SimulatedTask task() {
        kafka.create("orders", 1);
        var task = new SimulatedTask(
                kafka,
                context -> new TaskSink(
                        new TaskSettings(
                                "lake",
                                0,
                                1,
                                "lake",
                                Optional.empty(),
                                false,
                                true,
                                new RetryLimits(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(8))),
                        WarehouseOver.of(store, "/w", env),
                        new SimulatedTranslator(Map.of("orders", T), () -> tries++),
                        context,
                        KafkaLog.UNKNOWN,
                        env,
                        new TaskMetrics(),
                        MetricBeans.none()));
        task.poll(Set.of(), Set.of(), Set.of(P0), 0);
        return task;
    }

    private void rows(int count) {
        for (int i = 0; i < count; i++) {
            kafka.row(P0, T);
        }
    }

    @Test
    void theTaskGoesOnWithTheNewNumberOfBuckets() {
        SimulatedTask task = task();
        rows(20);
        task.poll(100);
        task.commit();
        int before = table().schema().tableOptions().bucket();
        rows(20);
        task.poll(100);
        table().maintenance().rescale(before + 3, List.of());
        task.commit();
        for (int i = 0; i < 10 && task.isAlive(); i++) {
            task.poll(100);
            env.advance(Duration.ofSeconds(10));
            task.commit();
        }
        assertThat(task.isAlive()).isTrue();
        assertThat(Tables.rows(table())).hasSize(40);
        assertThat(table().files().stream().map(file -> file.bucket()).distinct())
                .as("rows are distributed anew")
                .anyMatch(bucket -> bucket >= before);
        Ledger ledger =
                Ledger.parse(table().latestSnapshot().orElseThrow().properties().get(Ledger.property("lake")), "test");
        assertThat(ledger).isEqualTo(Ledger.of(Map.of(P0, 40L)));
    }

    private Table table() {
        return warehouse.find(T).orElseThrow();
    }
}

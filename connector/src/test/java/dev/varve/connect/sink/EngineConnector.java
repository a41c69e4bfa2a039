package dev.varve.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.ledger.LedgerHistory;
import dev.varve.connect.metric.MetricBeans;
import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.AddedFiles;
import dev.varve.table.RowCursor;
import dev.varve.table.Table;
import dev.varve.table.TableId;
import dev.varve.table.VerifyRequest;
import dev.varve.table.Warehouse;
import dev.varve.table.WarehouseOver;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A connector whose topic {@code orders} lands in a table of the real engine: the store is in memory, each task sees it through faults
 * of its own, and Kafka is simulated. A record that is written twice is there twice. Confined to one thread.
 */
final class EngineConnector {
    static final TableId ORDERS = new TableId("db", "orders");
    static final String TOPIC = "orders";
    static final String NAME = "lake";
    static final Duration RETRY_TIMEOUT = Duration.ofSeconds(25);

    private static final String ROOT = "/warehouse";
    private static final int ROUNDS = 20;

    private final ManualEnv env = ManualEnv.create();
    private final MemoryFileIO store = new MemoryFileIO();
    private final Warehouse warehouse = WarehouseOver.of(store, ROOT, env);
    private final SimulatedKafka kafka = new SimulatedKafka();
    private final Map<String, TableId> soleTables = new HashMap<>(Map.of(TOPIC, ORDERS));
    private KafkaLog kafkaLog = kafka;
    private boolean accept;
    private boolean topicsKeepTheirNames = true;
    private int taskCount = 1;
    private MetricBeans beans = MetricBeans.none();
    private Optional<Duration> commitInterval = Optional.empty();
    private Duration retryTimeout = RETRY_TIMEOUT;
    private long tries;

    EngineConnector(int partitions) {
        kafka.create(TOPIC, partitions);
    }

    static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    SimulatedKafka kafka() {
        return kafka;
    }

    MemoryFileIO store() {
        return store;
    }

    ManualEnv env() {
        return env;
    }

    /** Policy {@code offset.mismatch.policy=accept}, from the next task on. */
    EngineConnector accepting() {
        accept = true;
        return this;
    }

    /** Brokers answer no question beside those of the consumer, from the next task on. */
    EngineConnector withoutAdmin() {
        kafkaLog = KafkaLog.UNKNOWN;
        return this;
    }

    /** Brokers answer again, from the next task on. */
    EngineConnector withAdmin() {
        kafkaLog = kafka;
        return this;
    }

    /** Transforms may rename topics. */
    EngineConnector transforming() {
        topicsKeepTheirNames = false;
        return this;
    }

    /** The topic's table is known from its records only. */
    EngineConnector fanningOut() {
        soleTables.clear();
        return this;
    }

    EngineConnector tasks(int count) {
        taskCount = count;
        return this;
    }

    EngineConnector commitInterval(Duration interval) {
        commitInterval = Optional.of(interval);
        return this;
    }

    /** {@code retry.timeout.ms}, from the next task on. */
    EngineConnector retryTimeout(Duration timeout) {
        retryTimeout = timeout;
        return this;
    }

    EngineConnector beans(MetricBeans newBeans) {
        beans = newBeans;
        return this;
    }

    /** Appends records that belong to the table. */
    EngineConnector produce(TopicPartition partition, int count) {
        for (int i = 0; i < count; i++) {
            kafka.row(partition, ORDERS);
        }
        return this;
    }

    /** One task of the connector, as a process of its own. */
    final class Running {
        private final FaultyFileIO io = new FaultyFileIO(store);
        private final TaskMetrics metrics = new TaskMetrics();
        private final SimulatedTask task;

        private Running(int number, FaultPlan plan) {
            io.plan(plan);
            task = new SimulatedTask(
                    kafka,
                    context -> new TaskSink(
                            new TaskSettings(
                                    NAME,
                                    number,
                                    taskCount,
                                    NAME,
                                    commitInterval,
                                    accept,
                                    topicsKeepTheirNames,
                                    new RetryLimits(retryTimeout, Duration.ofSeconds(1), Duration.ofSeconds(8))),
                            CheckedWarehouse.start(WarehouseOver.of(io, ROOT, env)),
                            new SimulatedTranslator(soleTables, () -> tries++),
                            context,
                            kafkaLog,
                            env,
                            metrics,
                            beans));
        }

        SimulatedTask task() {
            return task;
        }

        TaskMetrics metrics() {
            return metrics;
        }

        /** The task's view of the store. */
        FaultyFileIO io() {
            return io;
        }

        Running failing(FaultPlan plan) {
            io.plan(plan);
            return this;
        }

        /** Takes what there is, and commits it. */
        Running round() {
            task.poll(1_000);
            task.commit();
            return this;
        }

        /** Rounds, with the pauses that the task asks for, until the group stands at the end of the task's partitions. */
        Running untilDone() {
            for (int i = 0; i < ROUNDS && task.isAlive() && !isDone(); i++) {
                round();
                env.advance(Duration.ofSeconds(10));
            }
            return this;
        }

        private boolean isDone() {
            return task.assigned().stream()
                    .allMatch(partition -> kafka.committed(partition).orElse(0L) == kafka.end(partition));
        }

        /** The next commit is cut off where the plan says, and nothing is heard of the process any more. */
        void commitUntilCrash(FaultPlan plan) {
            io.plan(plan);
            try {
                task.commit();
            } catch (SimulatedCrash expected) {
                assertThat(io.crashed()).isTrue();
            }
            io.crash();
            task.crash();
        }

        /** Why the task has ended. */
        RuntimeException failure() {
            return task.failure().orElseThrow(() -> new AssertionError("the task is running"));
        }
    }

    /** Starts a task and gives it these partitions. */
    Running start(int number, Set<TopicPartition> partitions) {
        return start(number, partitions, FaultPlan.none());
    }

    /** Starts a task while its store fails. */
    Running start(int number, Set<TopicPartition> partitions, FaultPlan plan) {
        var running = new Running(number, plan);
        running.task.poll(Set.of(), Set.of(), partitions, 0);
        return running;
    }

    /** Starts the only task. */
    Running start(TopicPartition... partitions) {
        return start(0, Set.of(partitions));
    }

    Table table() {
        return warehouse.find(ORDERS).orElseThrow();
    }

    Warehouse warehouse() {
        return warehouse;
    }

    boolean hasTable() {
        return warehouse.find(ORDERS).isPresent();
    }

    /** Deletes the table and all its files. */
    void dropTable() {
        String location = table().location();
        store.files().stream()
                .filter(file -> file.toString().startsWith(location + "/"))
                .toList()
                .forEach(store::delete);
    }

    /** Snapshots of rows; compactions make others. */
    long snapshots() {
        return hasTable()
                ? table().snapshots().stream()
                        .filter(snapshot -> snapshot.kind() == CommitKind.APPEND)
                        .count()
                : 0;
    }

    Ledger ledger() {
        Table table = table();
        return LedgerHistory.newest(NAME, table.latestSnapshot(), table::findSnapshot)
                .map(LedgerHistory.Found::ledger)
                .orElse(Ledger.EMPTY);
    }

    /** Topic, partition and offset of each row that the table has, in alphabetical order. */
    List<String> landed() {
        var ids = new ArrayList<String>();
        if (hasTable()) {
            try (RowCursor cursor = table().scan().open()) {
                while (cursor.advance()) {
                    ids.add(cursor.row().stringAt(SimulatedTranslator.ID).toString());
                }
            }
        }
        ids.sort(null);
        return ids;
    }

    /** The records that Kafka has, in alphabetical order. */
    List<String> produced() {
        return kafka.partitions().stream()
                .flatMap(partition -> kafka.records(partition).stream())
                .filter(record -> record.kind() == SimulatedRecord.Kind.ROW)
                .map(SimulatedRecord::id)
                .sorted()
                .toList();
    }

    /** Every record landed once, no file was added twice, and the table is sound. */
    void requireExactlyOnce() {
        assertThat(landed()).containsExactlyElementsOf(produced());
        requireSound();
    }

    void requireSound() {
        Table table = table();
        assertThat(AddedFiles.of(store, table, env)).doesNotHaveDuplicates();
        assertThat(table.maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
    }
}

package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.offsets.Amounts;
import dev.varve.it.process.Waiting;
import dev.varve.table.VerifyRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A connector is stopped, resumed, paused, restarted, given more and fewer tasks, moved from worker to worker and deleted, always with
 * records under way. Its tasks end within the worker's grace, commit what they hold or give it up cleanly, and leave no file behind.
 */
class LifecycleIT {
    private static final String SINK = "lifecycle-sink";
    private static final Duration LIMIT = Duration.ofSeconds(90);
    /** What a worker says about a task that did not end within {@code task.shutdown.graceful.timeout.ms}. */
    private static final String NOT_GRACEFUL = "Graceful stop of task";

    private static final int BATCH = 500;

    private TwoWorkers cluster;
    private ConnectClient client;
    private Amounts amounts;
    private VarveTables tables;
    private final List<String> outputs = new ArrayList<>();

    @BeforeEach
    void start() {
        cluster = TwoWorkers.start(
                "lifecycle",
                (workspace, two) -> two.settings(Map.of(
                        // Twice the default: the machine that builds is slower than one that serves.
                        "task.shutdown.graceful.timeout.ms", "10000")));
        client = cluster.connect.client();
        TopicAdmin admin = cluster.workspace.own(new TopicAdmin(cluster.broker));
        admin.create("amounts", Amounts.PARTITIONS);
        amounts = cluster.workspace.own(new Amounts(cluster.broker, "amounts", true));
        tables = cluster.workspace.own(cluster.lake.varve());
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void whateverIsDoneToTheConnectorEveryRecordLandsOnce() throws Exception {
        client.create(sink(2));
        client.awaitRunning(SINK, 2, LIMIT);
        produce();
        awaitLanded();

        produce();
        client.stop(SINK);
        client.awaitStopped(SINK, LIMIT);
        produce();
        client.resume(SINK);
        awaitLanded();

        produce();
        client.pause(SINK);
        produce();
        Waiting.untilTrue(
                "the tasks to pause",
                LIMIT,
                () -> client.status(SINK)
                        .map(status -> status.tasks().stream()
                                .allMatch(task -> task.state().equals("PAUSED")))
                        .orElse(false),
                () -> client.describe(SINK));
        client.resume(SINK);
        awaitLanded();

        produce();
        client.restart(SINK);
        produce();
        for (int tasks : List.of(1, 2)) {
            client.configure(SINK, sink(tasks).config());
            produce();
            client.awaitRunning(SINK, tasks, LIMIT);
        }
        awaitLanded();

        for (ConnectWorker worker : cluster.connect.workers()) {
            produce();
            worker.stopGracefully();
            outputs.add(worker.output());
            worker.launch();
            produce();
            worker.awaitReady();
        }
        awaitLanded();

        produce();
        client.delete(SINK);
        Waiting.untilTrue(
                "the connector to be gone", LIMIT, () -> client.status(SINK).isEmpty(), () -> client.describe(SINK));
        produce();
        client.create(sink(2));
        awaitLanded();
        client.stop(SINK);
        client.awaitStopped(SINK, LIMIT);

        cluster.lake.eachReader(amounts::requireRows);
        requireNothingLeftBehind();
        requireGrace();
    }

    private void produce() {
        int before = amounts.count();
        amounts.produce(BATCH);
        amounts.land(before);
    }

    private void awaitLanded() {
        Map<TopicPartition, Long> ends = amounts.at(amounts.count());
        Waiting.untilTrue(
                "the ledger to reach " + amounts.count(),
                LIMIT,
                () -> tables.ledger(amounts.table(), SINK).equals(ends),
                () -> tables.ledger(amounts.table(), SINK) + "\n" + client.describe(SINK));
        client.requireHealthy(SINK);
    }

    private void requireNothingLeftBehind() {
        var maintenance = tables.table(amounts.table()).maintenance();
        List<String> orphans = new ArrayList<>();
        maintenance.orphans(Duration.ofMillis(1), false, file -> orphans.add(file.path()));
        assertThat(orphans).isEmpty();
        assertThat(maintenance.verify(VerifyRequest.everything().withRows()).problems())
                .isEmpty();
    }

    private void requireGrace() {
        cluster.connect.workers().forEach(worker -> outputs.add(worker.output()));
        assertThat(outputs).hasSize(4).noneMatch(output -> output.contains(NOT_GRACEFUL));
    }

    private ConnectorDocument sink(int tasks) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "connector.class",
                PluginPath.SINK_CLASS,
                "tasks.max",
                Integer.toString(tasks),
                "topics",
                amounts.topic(),
                "cdc.format",
                "insert",
                "options.bucket",
                "2",
                "options.merge-engine",
                "aggregation",
                "options.fields.amount.aggregate-function",
                "sum"));
        settings.putAll(cluster.lake.connectorSettings());
        for (String part : List.of("key.", "value.")) {
            settings.put(part + "converter", "org.apache.kafka.connect.json.JsonConverter");
            settings.put(part + "converter.schemas.enable", "false");
        }
        return new ConnectorDocument(SINK, settings);
    }
}

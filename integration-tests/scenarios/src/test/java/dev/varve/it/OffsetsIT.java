package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.PaimonTables;
import dev.varve.it.compare.TableReader;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectClient;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.ConnectorStatus;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.offsets.Amounts;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.ChildProcess;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What becomes of a table and its ledger when offsets are changed: on purpose through the REST interface, or because a topic, a
 * table or a consumer group is no longer what it was. Each time the rows of two tables are checked, one that replaces and one that adds
 * up, and the ledgers of both.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OffsetsIT {
    private static final String SINK = "amounts-sink";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int BATCH = 9;

    private static Workspace workspace;
    private static Path warehouse;
    private static ConnectClient client;
    private static TopicAdmin admin;
    private static VarveTables tables;
    private static List<Amounts> both;
    private static ConnectorDocument sink;

    @BeforeAll
    static void start() {
        workspace = Workspace.create(Checkout.target().resolve("work"), "offsets");
        EmbeddedBroker broker = EmbeddedBroker.start(workspace);
        client = ConnectCluster.start(workspace, ConnectCluster.Spec.of("connect", broker))
                .client();
        warehouse = workspace.directory("warehouse");
        admin = workspace.own(new TopicAdmin(broker));
        admin.create("latest", Amounts.PARTITIONS);
        admin.create("total", Amounts.PARTITIONS);
        both = List.of(
                workspace.own(new Amounts(broker, "latest", false)), workspace.own(new Amounts(broker, "total", true)));
        tables = workspace.own(new VarveTables(warehouse.toString()));
        Map<String, String> settings = new HashMap<>(Map.of(
                "connector.class", PluginPath.SINK_CLASS,
                "tasks.max", "2",
                "topics", "latest,total",
                "warehouse", warehouse.toString(),
                "cdc.format", "insert",
                "commit.interval.ms", "200",
                "tables.total.options.merge-engine", "aggregation",
                "tables.total.options.fields.amount.aggregate-function", "sum"));
        settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
        for (String part : List.of("key.", "value.")) {
            settings.put(part + "converter", "org.apache.kafka.connect.json.JsonConverter");
            settings.put(part + "converter.schemas.enable", "false");
        }
        sink = new ConnectorDocument(SINK, settings);
        client.create(sink);
        client.awaitRunning(SINK, 2, LIMIT);
    }

    @AfterAll
    static void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    private static void stopSink() {
        client.stop(SINK);
        client.awaitStopped(SINK, LIMIT);
    }

    private static void produce(int perPartition) {
        both.forEach(amounts -> amounts.produce(perPartition));
    }

    private static void land(int from) {
        both.forEach(amounts -> amounts.land(from));
    }

    private static Map<TopicPartition, Long> at(long offset) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        both.forEach(amounts -> offsets.putAll(amounts.at(offset)));
        return offsets;
    }

    private static int end() {
        return both.get(0).count();
    }

    /** Waits until both ledgers stand at the topics' ends, and holds the tables against what must have landed. */
    private static void requireLanded() throws Exception {
        for (Amounts amounts : both) {
            Waiting.untilTrue(
                    "the ledger of " + amounts.table() + " to reach " + amounts.count(),
                    LIMIT,
                    () -> {
                        client.requireHealthy(SINK);
                        return tables.ledger(amounts.table(), SINK).equals(amounts.at(amounts.count()));
                    },
                    () -> tables.ledger(amounts.table(), SINK) + "\n" + client.describe(SINK));
            amounts.requireRows(tables);
            // Paimon's catalogs remember snapshots by number, and a rollback gives numbers out again.
            try (TableReader paimon = new PaimonTables(warehouse.toString())) {
                amounts.requireRows(paimon);
            }
        }
    }

    private static void requireLedgersAt(long offset) {
        for (Amounts amounts : both) {
            assertThat(tables.ledger(amounts.table(), SINK)).isEqualTo(amounts.at(offset));
        }
    }

    /** Each failed task says why, in these words. */
    private static void requireFailure(String... words) {
        ConnectorStatus status = client.awaitFailed(SINK, LIMIT);
        assertThat(status.tasks())
                .filteredOn(ConnectorStatus.Part::hasFailed)
                .allSatisfy(task -> assertThat(task.trace()).contains(words));
    }

    /** Tasks that have failed are started again. */
    private static void awaitGoingOn() {
        Waiting.untilTrue(
                "the tasks to run",
                LIMIT,
                () -> client.status(SINK).map(status -> status.isRunning(2)).orElse(false),
                () -> client.describe(SINK));
    }

    private static void accept(boolean accepts) {
        client.configure(
                SINK, accepts ? sink.with("offset.mismatch.policy", "accept").config() : sink.config());
        awaitGoingOn();
    }

    @Test
    @Order(1)
    void backByRestLandsAgainWhatLiesBetween() throws Exception {
        produce(BATCH);
        land(0);
        requireLanded();
        stopSink();
        client.alterOffsets(SINK, at(4));
        requireLedgersAt(4);
        client.resume(SINK);
        land(4);
        requireLanded();
    }

    @Test
    @Order(2)
    void forwardByRestSkipsWhatLiesBetween() throws Exception {
        stopSink();
        produce(BATCH);
        client.alterOffsets(SINK, at(BATCH + 6));
        requireLedgersAt(BATCH + 6);
        client.resume(SINK);
        land(BATCH + 6);
        requireLanded();
    }

    @Test
    @Order(3)
    void resetByRestLandsEverythingAgain() throws Exception {
        stopSink();
        client.resetOffsets(SINK);
        for (Amounts amounts : both) {
            assertThat(tables.ledger(amounts.table(), SINK)).isEmpty();
        }
        client.resume(SINK);
        land(0);
        requireLanded();
    }

    /** Under running tasks: they stop, and say what to do; started again, they go on where the table is now. */
    @Test
    @Order(4)
    void aTableThatWasRolledBackGoesOnFromItsOwnLedger() throws Exception {
        client.awaitRunning(SINK, 2, LIMIT);
        // A partition that comes to a task after the rollback would start from the ledger at once.
        admin.awaitSinkMembers(SINK, 2);
        Map<Amounts, Long> snapshots = new HashMap<>();
        both.forEach(amounts -> snapshots.put(
                amounts,
                tables.table(amounts.table()).latestSnapshot().orElseThrow().id()));
        int before = end();
        produce(BATCH);
        land(before);
        requireLanded();
        snapshots.forEach(OffsetsIT::rollBack);
        requireLedgersAt(before);
        produce(1);
        land(before + BATCH);
        requireFailure("the table was rolled back", "restart the task");
        client.restart(SINK);
        awaitGoingOn();
        requireLanded();
    }

    private static void rollBack(Amounts amounts, long snapshot) {
        ChildProcess command = workspace.start(
                "bin/varve rollback",
                "log/rollback-" + amounts.topic() + ".log",
                List.of(
                        Checkout.root().resolve("bin/varve").toString(),
                        "rollback",
                        "--table",
                        warehouse.resolve("default.db").resolve(amounts.topic()).toString(),
                        "--to-snapshot",
                        Long.toString(snapshot)));
        assertThat(command.awaitExit(LIMIT)).as(command.output()).isZero();
    }

    /** What the group knew stands in the ledgers. */
    @Test
    @Order(5)
    void aGroupThatIsGoneChangesNothing() throws Exception {
        stopSink();
        admin.deleteSinkGroup(SINK);
        int before = end();
        produce(2);
        client.resume(SINK);
        land(before);
        requireLanded();
    }

    @Test
    @Order(6)
    void recordsThatExpiredBeforeTheyLandedAreNamedAndSkippedOnceThatIsAccepted() throws Exception {
        stopSink();
        int before = end();
        produce(4);
        admin.expire(at(before + 3));
        client.resume(SINK);
        requireFailure("offsets " + before + " to " + (before + 2), "expired before they were landed");
        accept(true);
        land(before + 3);
        requireLanded();
        accept(false);
    }

    @Test
    @Order(7)
    void aTopicThatWasCreatedAnewIsNamedAndLandsOnceThatIsAccepted() throws Exception {
        stopSink();
        for (Amounts amounts : both) {
            admin.delete(amounts.topic());
            admin.create(amounts.topic(), Amounts.PARTITIONS);
            amounts.recreated();
        }
        produce(3);
        client.resume(SINK);
        requireFailure("has topic id", "deleted and created anew", "offset.mismatch.policy=accept");
        accept(true);
        land(0);
        requireLanded();
        accept(false);
        produce(2);
        land(3);
        requireLanded();
    }
}

package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.VarveTables;
import dev.varve.it.fanout.FanOutEvents;
import dev.varve.it.fanout.FanOutTables;
import dev.varve.it.kafka.ConnectWorker;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import dev.varve.table.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One topic fans out to a hundred tables, each with its own ledger, while workers die by SIGKILL: first in the middle of creating
 * the tables, then of their commits. Workers have a small heap, and one that runs out of memory would not come back.
 */
class FanOutIT {
    private static final String SINK = "fan-out";
    private static final String TOPIC = "readings";
    private static final int PARTITIONS = 6;
    private static final int TASKS = 4;
    private static final int TABLES = Integer.getInteger("varve.it.fanOutTables", 100);
    private static final int KILLS = Integer.getInteger("varve.it.fanOutKills", 4);
    private static final int EVENTS_PER_ROUND = Integer.getInteger("varve.it.fanOutPerRound", 6_000);
    private static final long SEED = Long.getLong("varve.it.seed", 42);
    private static final int HEAP_MEGABYTES = 320;
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final FanOutTables tables = new FanOutTables(TABLES);
    private final Random random = new Random(SEED);
    private TwoWorkers cluster;

    @BeforeEach
    void start() {
        cluster = TwoWorkers.start(
                "fan-out",
                (workspace, two) ->
                        two.heapMegabytes(HEAP_MEGABYTES).settings(Map.of("offset.flush.interval.ms", "2000")));
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void everyTableHasItsEventsOnceThoughWorkersAreKilled() throws Exception {
        try (TopicAdmin admin = new TopicAdmin(cluster.broker);
                FanOutEvents events = new FanOutEvents(cluster.broker, TOPIC, PARTITIONS, tables.names(), SEED)) {
            admin.create(TOPIC, PARTITIONS);
            cluster.connect.client().create(sink());
            cluster.connect.client().awaitRunning(SINK, TASKS, LIMIT);
            SinkProgress progress = new SinkProgress(admin, cluster.connect.client(), SINK);
            events.produce(EVENTS_PER_ROUND);
            killAmidCreation();
            for (int kill = 1; kill < KILLS; kill++) {
                killAmidCommits(kill, events, progress);
            }
            events.produce(EVENTS_PER_ROUND);
            progress.await(events.ends(), LIMIT, () -> {});
            cluster.connect.client().awaitRunning(SINK, TASKS, LIMIT);
            awaitCompactions();
            assertThat(cluster.connect.workers()).allMatch(ConnectWorker::isAlive);
            // Two hundred readings of tables need the machine for themselves.
            cluster.connect.close();
            cluster.lake.eachReader(reader -> tables.requireRows(events, reader));
            requireLedgers(events);
        }
    }

    /** Some tables exist by then, others do not, and some have a directory only. */
    private void killAmidCreation() {
        int some = TABLES / 4 + random.nextInt(TABLES / 4);
        Waiting.untilTrue(
                some + " tables",
                LIMIT,
                () -> directories() >= some,
                () -> cluster.connect.client().describe(SINK));
        assertThat(directories()).as("tables before the first kill").isLessThan(TABLES);
        cluster.killAndLaunch(0).awaitReady();
    }

    private void killAmidCommits(int kill, FanOutEvents events, SinkProgress progress) {
        long before = progress.committed();
        events.produce(EVENTS_PER_ROUND);
        Waiting.untilTrue(
                "the sink to make progress before kill " + kill,
                LIMIT,
                () -> progress.committed() > before,
                () -> cluster.connect.client().describe(SINK));
        Waiting.pause(Duration.ofMillis(random.nextInt(2_500)));
        ConnectWorker victim = cluster.killAndLaunch(kill);
        events.produce(EVENTS_PER_ROUND);
        victim.awaitReady();
    }

    private int directories() {
        Path database = cluster.lake.directory().resolve(FanOutTables.DATABASE + ".db");
        if (!Files.isDirectory(database)) {
            return 0;
        }
        try (Stream<Path> found = Files.list(database)) {
            return (int) found.count();
        } catch (IOException failed) {
            throw new HarnessException("cannot list " + database, failed);
        }
    }

    /** A hundred tables are no reason for heaps of small files: what the kills have held up is made good. */
    private void awaitCompactions() {
        try (VarveTables varve = cluster.lake.varve()) {
            Waiting.untilTrue(
                    "buckets without many small files",
                    LIMIT,
                    () -> tables.crowded(varve::table).isEmpty(),
                    () -> tables.crowded(varve::table).toString());
        }
    }

    private void requireLedgers(FanOutEvents events) {
        try (VarveTables varve = cluster.lake.varve()) {
            for (String name : tables.names()) {
                tables.requireLedger(name, varve.table(new TableId(FanOutTables.DATABASE, name)), events, SINK);
            }
        }
    }

    private ConnectorDocument sink() {
        Map<String, String> config = new HashMap<>(tables.settings());
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", Integer.toString(TASKS));
        config.put("topics", TOPIC);
        config.putAll(cluster.lake.connectorSettings());
        config.put("sink.memory", "4 mb");
        config.put("options.bucket", "1");
        for (String side : List.of("key", "value")) {
            config.put(side + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            config.put(side + ".converter.schemas.enable", "false");
        }
        return new ConnectorDocument(SINK, config);
    }
}

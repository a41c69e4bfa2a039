package dev.varve.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Lake;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectCluster;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.EmbeddedBroker;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.Checkout;
import dev.varve.it.process.Waiting;
import dev.varve.it.process.Workspace;
import dev.varve.it.s3.FaultProxy;
import dev.varve.it.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything at once, by a seed: workers die, come and go, the store has bad times, tasks and partitions become more and fewer. In the
 * end every row and every sum is right, nothing is wrong with the tables, and nothing is left over.
 *
 * <p>{@code -Dvarve.it.chaos.minutes=60} makes it as long as it is meant to be, 0 is a trial of some seconds; by default it does not
 * run.
 */
@EnabledIfSystemProperty(named = "varve.it.chaos.minutes", matches = "\\d+")
class ChaosIT {
    private static final Logger LOG = LoggerFactory.getLogger(ChaosIT.class);
    private static final long MINUTES = Long.getLong("varve.it.chaos.minutes", 0);
    private static final Duration LENGTH = MINUTES > 0 ? Duration.ofMinutes(MINUTES) : Duration.ofSeconds(20);
    private static final Duration PACE = Duration.ofSeconds(MINUTES > 0 ? 10 : 2);
    private static final long SEED = Long.getLong("varve.it.chaos.seed", 42);
    private static final long PER_SECOND = Long.getLong("varve.it.chaos.perSecond", MINUTES > 0 ? 1_600 : 300);
    private static final int KEYS_PER_PARTITION = Integer.getInteger("varve.it.chaos.keys", 10_000);
    private static final int MOST_WORKERS = MINUTES > 0 ? 4 : 2;
    private static final int HEAP_MEGABYTES = 512;
    private static final int PARTITIONS = 4;
    private static final String SINK = "chaos";
    private static final String OUT_OF_MEMORY = "workers out of memory";
    /** How late answers come that come late. */
    private static final Duration LATE = Duration.ofSeconds(2);

    private static final Duration LIMIT = Duration.ofSeconds(600);
    /** What logs of workers tell, and what it is called here. */
    private static final Map<String, String> SIGNS = Map.of(
            "Successfully joined group with generation",
            "joins of a group",
            "fails; partitions are paused and tried again",
            "tasks that began to wait for the store",
            " failures=",
            "further tries that failed",
            " fenced: ",
            "tasks that found records landed by another",
            "exists although its creation was answered with an error",
            "snapshots found made after an error",
            "java.lang.OutOfMemoryError",
            OUT_OF_MEMORY);

    private final Figures figures = new Figures();
    private Workspace workspace;
    private EmbeddedBroker broker;
    private ConnectCluster connect;
    private FaultProxy proxy;
    private Lake lake;

    @BeforeEach
    void start() {
        workspace = Workspace.create(Checkout.target().resolve("work"), "chaos");
        broker = EmbeddedBroker.start(workspace);
        S3Server server = S3Server.start(workspace);
        lake = Lake.in(server);
        proxy = workspace.own(FaultProxy.start(server.port(), LATE));
        connect = ConnectCluster.start(
                workspace,
                ConnectCluster.Spec.of("connect", broker)
                        .workers(MOST_WORKERS)
                        .heapMegabytes(HEAP_MEGABYTES)
                        // Commits are made when the connector asks for them.
                        .settings(Map.of("offset.flush.interval.ms", "30000")));
    }

    @AfterEach
    void stop() {
        if (workspace != null) {
            workspace.close();
        }
    }

    @Test
    void everythingIsRightAfterEverythingHasHappened() throws Exception {
        LOG.info("seed {}, {} s, {} changes a second", SEED, LENGTH.toSeconds(), PER_SECOND);
        try (TopicAdmin admin = new TopicAdmin(broker);
                ChangeStream accounts = stream(admin, "accounts", true, SEED);
                ChangeStream totals = stream(admin, "totals", true, SEED + 1);
                Source source = new Source(List.of(accounts, totals), PER_SECOND);
                Outages outages = new Outages(proxy, figures, SEED + 2)) {
            connect.client().create(sink());
            connect.client().awaitRunning(SINK, sink().tasks(), LIMIT);
            Workers workers = new Workers(connect, figures);
            SinkWatch watch =
                    new SinkWatch(connect.client(), admin, SINK, List.of(accounts.topic(), totals.topic()), figures);
            Chaos chaos = new Chaos(
                    SEED + 3,
                    workers,
                    outages,
                    connect.client(),
                    admin,
                    watch,
                    List.of(accounts, totals),
                    sink(),
                    figures);
            source.start();
            chaos.reign(LENGTH, PACE);
            chaos.calm();
            source.end();
            figures.add("changes", source.changes());
            awaitLanded(admin, accounts, totals, watch);
            awaitCompacted();
            // Reading everything needs the machine for itself.
            connect.close();
            readLogs();
            requireTables(accounts, totals);
            LOG.info("what happened:{}", figures);
            assertThat(workers.defects()).isEmpty();
            assertThat(watch.failures()).isEmpty();
            assertThat(figures.get(OUT_OF_MEMORY)).isZero();
        } finally {
            LOG.info("figures:{}", figures);
        }
    }

    private ChangeStream stream(TopicAdmin admin, String topic, boolean tombstones, long seed) {
        admin.create(topic, PARTITIONS);
        return new ChangeStream(broker, topic, PARTITIONS, KEYS_PER_PARTITION, tombstones, seed);
    }

    private void awaitLanded(TopicAdmin admin, ChangeStream accounts, ChangeStream totals, SinkWatch watch) {
        Map<TopicPartition, Long> ends = new HashMap<>(accounts.ends());
        ends.putAll(totals.ends());
        assertThat(admin.endOffsets(List.copyOf(ends.keySet()))).isEqualTo(ends);
        figures.add("records", ends.values().stream().mapToLong(Long::longValue).sum());
        long start = System.nanoTime();
        Waiting.untilTrue(
                "everything to land",
                LIMIT,
                () -> {
                    watch.look();
                    return watch.lag() == 0;
                },
                () -> "lag " + watch.lag() + "\n" + connect.client().describe(SINK));
        figures.add(
                "seconds until all had landed",
                Duration.ofNanos(System.nanoTime() - start).toSeconds());
    }

    private void awaitCompacted() {
        try (VarveTables varve = lake.varve()) {
            Waiting.untilTrue(
                    "buckets without many small files",
                    LIMIT,
                    () -> ChaosTables.isCompacted(varve.table(ChaosTables.ACCOUNTS))
                            && ChaosTables.isCompacted(varve.table(ChaosTables.TOTALS)),
                    () -> connect.client().describe(SINK));
        }
    }

    private void requireTables(ChangeStream accounts, ChangeStream totals) throws Exception {
        lake.eachReader(reader -> {
            ChaosTables.requireAccounts(accounts, reader);
            ChaosTables.requireTotals(totals, reader);
        });
        try (VarveTables varve = lake.varve()) {
            ChaosTables.requireSound(varve.table(ChaosTables.ACCOUNTS), "accounts", figures);
            ChaosTables.requireSound(varve.table(ChaosTables.TOTALS), "totals", figures);
        }
    }

    /** Counts in all logs of workers what only they know. */
    private void readLogs() throws IOException {
        try (Stream<Path> logs = Files.list(workspace.directory("log"))) {
            for (Path log : logs.filter(it -> it.getFileName().toString().startsWith("connect-"))
                    .toList()) {
                try (Stream<String> lines = Files.lines(log)) {
                    lines.forEach(this::countSigns);
                }
            }
        }
    }

    private void countSigns(String line) {
        SIGNS.forEach((sign, name) -> {
            if (line.contains(sign)) {
                figures.count(name);
            }
        });
    }

    private ConnectorDocument sink() {
        Map<String, String> config = new HashMap<>(ChaosTables.settings());
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "4");
        config.put("topics", "accounts,totals");
        config.put("kafka.bootstrap.servers", broker.bootstrapServers());
        config.putAll(lake.with("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.port())
                // Whoever is killed leaves buffers behind.
                .with("fs.s3a.buffer.dir", workspace.scratch("buffers").toString())
                // The client's own patience would hide bad times from the engine.
                .with("fs.s3a.attempts.maximum", "2")
                .with("fs.s3a.retry.limit", "2")
                .with("fs.s3a.retry.interval", "200ms")
                .with("fs.s3a.retry.throttle.limit", "2")
                .with("fs.s3a.retry.throttle.interval", "200ms")
                .connectorSettings());
        config.put("sink.memory", "32 mb");
        config.put("commit.interval.ms", MINUTES > 0 ? "5000" : "2000");
        config.put("consumer.override.max.poll.records", "2000");
        // New partitions are found soon.
        config.put("consumer.override.metadata.max.age.ms", "5000");
        for (String side : List.of("key", "value")) {
            config.put(side + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            config.put(side + ".converter.schemas.enable", "false");
        }
        return new ConnectorDocument(SINK, config);
    }
}

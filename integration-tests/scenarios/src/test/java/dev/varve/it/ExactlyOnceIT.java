package dev.varve.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.Ledgers;
import dev.varve.it.compare.TableContent;
import dev.varve.it.compare.VarveTables;
import dev.varve.it.kafka.ConnectorDocument;
import dev.varve.it.kafka.EventProducer;
import dev.varve.it.kafka.PluginPath;
import dev.varve.it.kafka.SinkProgress;
import dev.varve.it.kafka.TopicAdmin;
import dev.varve.it.process.Waiting;
import dev.varve.table.TableId;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two workers, four tasks, one table; workers die by SIGKILL in the middle of their work. Nothing is lost, nothing lands twice. */
class ExactlyOnceIT {
    private static final String SINK = "events-sink";
    private static final String TOPIC = "events";
    private static final int PARTITIONS = 8;
    private static final TableId TABLE = new TableId("default", TOPIC);
    private static final int KILLS = Integer.getInteger("varve.it.kills", 7);
    private static final int EVENTS_PER_ROUND = Integer.getInteger("varve.it.eventsPerRound", 20_000);
    private static final long SEED = Long.getLong("varve.it.seed", 42);
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private TwoWorkers cluster;

    @BeforeEach
    void start() {
        cluster = TwoWorkers.start("exactly-once");
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void everyEventIsThereOnceThoughWorkersAreKilled() throws Exception {
        try (TopicAdmin admin = new TopicAdmin(cluster.broker)) {
            admin.create(TOPIC, PARTITIONS);
            cluster.connect.client().create(sink());
            cluster.connect.client().awaitRunning(SINK, 4, LIMIT);
            long[] counts = produceAmidKills(new SinkProgress(admin, cluster.connect.client(), SINK));
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                ends.put(new TopicPartition(TOPIC, partition), counts[partition]);
            }
            assertThat(admin.endOffsets(List.copyOf(ends.keySet()))).isEqualTo(ends);
            new SinkProgress(admin, cluster.connect.client(), SINK).await(ends, LIMIT, () -> {});
            requireRows(counts);
            requireLedgers(ends);
        }
    }

    /** Kills a worker as many times as asked, each time when the sink has made progress since the last time. */
    private long[] produceAmidKills(SinkProgress progress) {
        Random random = new Random(SEED);
        try (EventProducer producer = new EventProducer(cluster.broker, TOPIC, PARTITIONS)) {
            for (int kill = 0; kill < KILLS; kill++) {
                long before = progress.committed();
                producer.produce(EVENTS_PER_ROUND);
                Waiting.untilTrue(
                        "the sink to make progress before kill " + kill,
                        LIMIT,
                        () -> progress.committed() > before,
                        () -> cluster.connect.client().describe(SINK));
                Waiting.pause(Duration.ofMillis(random.nextInt(1_500)));
                cluster.killAndLaunch(kill).awaitReady();
            }
            producer.produce(EVENTS_PER_ROUND);
            return producer.counts();
        }
    }

    private void requireRows(long[] counts) throws Exception {
        Map<String, List<String>> expected = new HashMap<>();
        for (int partition = 0; partition < counts.length; partition++) {
            for (long sequence = 0; sequence < counts[partition]; sequence++) {
                expected.put(
                        partition + " | " + sequence,
                        List.of(
                                Integer.toString(partition),
                                Long.toString(sequence),
                                "'" + EventProducer.text(partition, sequence) + "'"));
            }
        }
        cluster.lake.eachReader(reader -> {
            TableContent actual = reader.read(TABLE);
            assertThat(actual.columns()).containsExactly("part", "seq", "text");
            assertThat(actual.rows().size())
                    .as("rows read by %s", reader.name())
                    .isEqualTo(expected.size());
            assertThat(actual.rows().equals(expected))
                    .as("rows read by %s", reader.name())
                    .isTrue();
        });
    }

    /**
     * A primary-key table hides an event that lands twice, its snapshots do not: each holds exactly as many new rows as its
     * ledger moves on, and the last ledger stands at the end of every partition.
     */
    private void requireLedgers(Map<TopicPartition, Long> ends) throws IOException {
        List<Snapshot> snapshots;
        try (VarveTables varve = cluster.lake.varve()) {
            snapshots = varve.table(TABLE).snapshots();
        }
        assertThat(snapshots.get(0).id())
                .as("the oldest snapshot is still there")
                .isEqualTo(1);
        Map<TopicPartition, Long> ledger = Map.of();
        for (Snapshot snapshot : snapshots) {
            if (snapshot.kind() == CommitKind.COMPACT) {
                continue;
            }
            Map<TopicPartition, Long> next = ledger(snapshot);
            assertThat(snapshot.deltaRecordCount())
                    .as("rows of snapshot %s, whose ledger goes from %s to %s", snapshot.id(), ledger, next)
                    .isEqualTo(sum(next) - sum(ledger));
            for (Map.Entry<TopicPartition, Long> entry : ledger.entrySet()) {
                assertThat(next.get(entry.getKey()))
                        .as("%s in snapshot %s", entry.getKey(), snapshot.id())
                        .isGreaterThanOrEqualTo(entry.getValue());
            }
            ledger = next;
        }
        assertThat(ledger).isEqualTo(ends);
    }

    private static long sum(Map<TopicPartition, Long> ledger) {
        return ledger.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<TopicPartition, Long> ledger(Snapshot snapshot) {
        Optional<Map<TopicPartition, Long>> ledger = Ledgers.of(snapshot, SINK);
        assertThat(ledger).as("ledger of snapshot %s", snapshot.id()).isPresent();
        return ledger.get();
    }

    private ConnectorDocument sink() {
        Map<String, String> config = new HashMap<>(cluster.lake.connectorSettings());
        config.put("connector.class", PluginPath.SINK_CLASS);
        config.put("tasks.max", "4");
        config.put("topics", TOPIC);
        config.put("options.bucket", "4");
        for (String side : List.of("key", "value")) {
            config.put(side + ".converter", "org.apache.kafka.connect.json.JsonConverter");
            config.put(side + ".converter.schemas.enable", "false");
        }
        return new ConnectorDocument(SINK, config);
    }
}

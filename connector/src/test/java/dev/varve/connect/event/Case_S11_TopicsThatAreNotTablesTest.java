package dev.varve.connect.event;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Heartbeats, transaction boundaries, schema changes and signals are no rows; tables with such names are. */
class Case_S11_TopicsThatAreNotTablesTest {
    private static List<SkipReason> skipped(SinkRecord... records) {
        Landing landing = new Landing(Map.of());
        for (SinkRecord record : records) {
            landing.put(record);
        }
        assertThat(landing.tables()).isEmpty();
        return landing.others().stream()
                .map(event -> ((ChangeEvent.Skip) event).reason())
                .toList();
    }

    @Test
    void heartbeats() {
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.Heartbeat")
                .field("ts_ms", Schema.INT64_SCHEMA)
                .build();
        Records records = new Records("__debezium-heartbeat.shop");
        assertThat(skipped(
                        records.structs(null, struct(schema, "ts_ms", 1L)),
                        records.schemaless(map("serverName", "shop"), map("ts_ms", 1L))))
                .containsExactly(SkipReason.HEARTBEAT, SkipReason.HEARTBEAT);
    }

    @Test
    void transactionBoundaries() {
        List<SinkRecord> samples = SampleRecords.load("transaction-metadata.schemaless");
        assertThat(skipped(samples.toArray(new SinkRecord[0]))).hasSize(8).containsOnly(SkipReason.TRANSACTION);
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.common.TransactionMetadataValue")
                .field("status", Schema.STRING_SCHEMA)
                .build();
        assertThat(skipped(new Records("shop.transaction").structs(null, struct(schema, "status", "END"))))
                .containsExactly(SkipReason.TRANSACTION);
    }

    @Test
    void schemaChanges() {
        List<SinkRecord> samples = SampleRecords.load("mysql-connector-schema-change-topic.schemaless");
        assertThat(skipped(samples.toArray(new SinkRecord[0])))
                .containsExactly(SkipReason.SCHEMA_CHANGE, SkipReason.SCHEMA_CHANGE);
        Schema schema = SchemaBuilder.struct()
                .name("io.debezium.connector.mysql.SchemaChangeValue")
                .field("ddl", Schema.STRING_SCHEMA)
                .build();
        assertThat(skipped(new Records("shop").structs(null, struct(schema, "ddl", "create table t (i int)"))))
                .containsExactly(SkipReason.SCHEMA_CHANGE);
    }

    @Test
    void signals() {
        Map<String, Object> signal = map("id", "ad-hoc-1", "type", "execute-snapshot", "data", "{}");
        Map<String, Object> window = map("id", "w", "type", "snapshot-window-open", "data", null);
        Records records = new Records("shop.debezium_signal");
        assertThat(skipped(
                        records.schemaless(map("id", "ad-hoc-1"), envelope("c", null, signal)),
                        records.schemaless(map("id", "w"), envelope("d", window, null))))
                .containsExactly(SkipReason.SIGNAL, SkipReason.SIGNAL);
    }

    @Test
    void aTableWithTheColumnsOfASignalTableIsATable() {
        Landing landing = new Landing(Map.of());
        landing.put(new Records("shop.debezium_signal")
                .schemaless(map("id", "1"), envelope("c", null, map("id", "1", "type", "postcard", "data", "hi"))));
        assertThat(landing.only().rows()).containsExactly("+I[1, postcard, hi]");
    }

    @Test
    void aTableNamedTransactionIsATable() {
        Landing landing = new Landing(Map.of());
        landing.put(new Records("shop.transaction")
                .schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "status", "END"))));
        assertThat(landing.tables()).containsExactly("default.transaction");
    }

    @Test
    void aTopicCanBeForcedIn() {
        Landing landing = new Landing(Map.of("force.topics.regex", "__debezium-heartbeat\\..*"));
        landing.put(new Records("__debezium-heartbeat.shop")
                .schemaless(map("serverName", "shop"), map("serverName", "shop", "ts_ms", 1L)));
        assertThat(landing.only().rows()).containsExactly("+I[shop, 1]");
    }

    @Test
    void ordinaryRowsBetweenThemAreStillLanded() {
        Schema row = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Records records = new Records();
        Landing landing = new Landing(Map.of());
        landing.put(records.structs(struct(row, "id", 1L), struct(row, "id", 1L)));
        landing.put(new Records("__debezium-heartbeat.shop").schemaless(null, map("ts_ms", 1L)));
        landing.put(records.structs(struct(row, "id", 2L), struct(row, "id", 2L)));
        assertThat(landing.only().rows()).containsExactly("+I[1]", "+I[2]");
    }

    /** All of them through one task: counted by reason, offsets advance, and no table is created but that of the rows. */
    @Test
    void aTaskSkipsThemCountsThemAndCreatesNoTable() {
        List<SinkRecord> all = new ArrayList<>();
        all.add(new Records("__debezium-heartbeat.shop").schemaless(map("serverName", "shop"), map("ts_ms", 1L)));
        all.addAll(SampleRecords.load("mysql-connector-schema-change-topic.schemaless"));
        all.addAll(SampleRecords.load("transaction-metadata.schemaless"));
        all.add(new Records("shop.debezium_signal")
                .schemaless(
                        map("id", "s"), envelope("c", null, map("id", "s", "type", "execute-snapshot", "data", "{}"))));
        Set<TopicPartition> partitions = new HashSet<>();
        all.forEach(record -> partitions.add(new TopicPartition(record.topic(), record.kafkaPartition())));
        partitions.add(new TopicPartition(Records.TOPIC, 0));
        try (EngineTask task = new EngineTask(new MemoryFileIO(), ManualEnv.create(), Map.of(), partitions)) {
            task.put(all.toArray(new SinkRecord[0])).commit();
            assertThat(task.tables()).isEmpty();
            assertThat(task.errors()).isEmpty();
            assertThat(task.metrics().getSkippedByRule()).isEqualTo(all.size());
            assertThat(task.metrics().getSkippedByReason()).hasSize(4);
            task.put(new Records().schemaless(map("id", 1L), envelope("c", null, map("id", 1L))))
                    .commit();
            assertThat(task.tables()).containsExactly("default.orders");
        }
    }

    /** What a worker and MirrorMaker keep for themselves has no key of named columns: reported, and no table comes of it. */
    @Test
    void topicsOfWorkersAndMirrorMakerMakeNoTables() {
        List<SinkRecord> others = List.of(
                new Records("connect-status")
                        .schemaless("status-connector-lake", map("state", "RUNNING", "trace", null, "generation", 4L)),
                new Records("connect-offsets")
                        .schemaless(List.of("shop", map("server", "shop")), map("lsn", 5L, "ts_usec", 6L)),
                new Records("connect-configs").schemaless("connector-lake", map("properties", map("name", "lake"))),
                new Records("mm2-heartbeats")
                        .of(
                                Schema.OPTIONAL_BYTES_SCHEMA,
                                new byte[] {0, 0, 1},
                                Schema.OPTIONAL_BYTES_SCHEMA,
                                new byte[] {0, 9}),
                new Records("source.checkpoints.internal")
                        .of(Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {0}, Schema.OPTIONAL_BYTES_SCHEMA, null));
        Set<TopicPartition> partitions = new HashSet<>();
        others.forEach(record -> partitions.add(new TopicPartition(record.topic(), 0)));
        try (EngineTask task = new EngineTask(new MemoryFileIO(), ManualEnv.create(), Map.of(), partitions)) {
            task.put(others.toArray(new SinkRecord[0])).commit();
            assertThat(task.tables()).isEmpty();
            assertThat(task.metrics().getBadRecords() + task.metrics().getSkippedByRule())
                    .isBetween(4L, 5L);
        }
    }
}

package dev.varve.connect;

import static dev.varve.connect.testing.Records.TOPIC;
import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.ReadByBoth;
import dev.varve.connect.testing.Records;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that hold what a record says beside its row. */
class MetadataColumnsTest {
    private final Records records = new Records();

    private static Map<String, Object> withSource(Map<String, Object> envelope, Map<String, Object> source) {
        envelope.put("source", source);
        return envelope;
    }

    @Test
    void theRecordsOwnPlaceTimeAndHeaders(@TempDir Path temporary) {
        MemoryFileIO store = new MemoryFileIO();
        Map<String, String> settings = Map.of(
                "columns.metadata._topic", "topic",
                "columns.metadata._partition", "partition",
                "columns.metadata._offset", "offset",
                "columns.metadata._time", "timestamp",
                "columns.metadata._time_type", "timestamp_type",
                "columns.metadata._trace", "header.trace",
                "columns.metadata._key", "key.id");
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("trace", "old").addLong("trace", 77);
        SinkRecord original = new SinkRecord(
                TOPIC,
                0,
                null,
                map("id", 1L),
                null,
                map("id", 1L),
                41,
                1_700_000_000_123L,
                TimestampType.LOG_APPEND_TIME,
                headers);
        SinkRecord renamed =
                original.newRecord("orders", 5, null, map("id", 1L), null, map("id", 1L), 1_700_000_000_123L, headers);
        try (EngineTask task = new EngineTask(store, ManualEnv.create(), settings)) {
            task.put(renamed).commit();
            assertThat(task.rows()).containsExactly("1 1 41 0 2023-11-14T22:13:20.123 LogAppendTime shop.orders 77");
            assertThat(task.table("orders").schema().rowType().toString())
                    .contains("`_offset` BIGINT", "`_partition` INT", "`_time` TIMESTAMP(3) WITH LOCAL TIME ZONE");
            assertThat(ReadByBoth.rows(task.table("orders"), store, temporary)).hasSize(1);
        }
    }

    @Test
    void debeziumsEnvelopeAndSource() {
        Map<String, String> settings = Map.of(
                "columns.metadata.a_op", "op",
                "columns.metadata.b_ts", "ts_ms",
                "columns.metadata.c_lsn", "source.lsn",
                "columns.metadata.d_db", "source.db",
                "columns.metadata.e_at", "source.ts_us",
                "columns.metadata.f_order", "transaction.total_order",
                "columns.metadata.g_own", "source.shard_number");
        Map<String, Object> event = withSource(
                envelope("r", null, map("id", 1L)),
                map("db", "shop", "table", "orders", "lsn", 1_234_567L, "ts_us", -1L, "shard_number", 3));
        event.put("ts_ms", 1_700_000_000_000L);
        event.put("transaction", map("id", "x", "total_order", 9));
        try (EngineTask task = new EngineTask(settings)) {
            task.put(records.schemaless(map("id", 1L), event), records.schemaless(map("id", 2L), map("id", 2L)))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows())
                    .containsExactly(
                            "1 r 2023-11-14T22:13:20 1234567 shop 1969-12-31T23:59:59.999999 9 3",
                            "2 c null null null null null null");
        }
    }

    @Test
    void flattenedEventsAndThoseOfMysqlToolsTellIt() {
        Map<String, String> settings = Map.of(
                "columns.metadata.a", "op",
                "columns.metadata.b", "source.db",
                "columns.metadata.c", "source.ts_ms",
                "columns.exclude", "__ts_ms,__db");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(
                            records.schemaless(
                                    map("id", 1L), map("id", 1L, "__op", "u", "__db", "shop", "__ts_ms", 1000L)),
                            records.schemaless(
                                    map("id", 2L),
                                    map(
                                            "database",
                                            "shop",
                                            "table",
                                            "orders",
                                            "type",
                                            "insert",
                                            "ts",
                                            2L,
                                            "data",
                                            map("id", 2L))))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactly("1 u shop 1970-01-01T00:00:01", "2 c shop 1970-01-01T00:00:02");
        }
    }

    @Test
    void rowsAreOrderedByTheLogOfTheSource(@TempDir Path temporary) {
        MemoryFileIO store = new MemoryFileIO();
        Map<String, String> settings =
                Map.of("columns.metadata._lsn", "source.lsn", "tables.orders.options.sequence.field", "_lsn");
        try (EngineTask task = new EngineTask(store, ManualEnv.create(), settings)) {
            task.put(change(1, "c", 30, "new"), change(1, "u", 20, "late"), change(2, "c", 10, "x"))
                    .commit();
            task.put(
                            change(1, "u", 25, "later"),
                            records.schemaless(
                                    map("id", 2L),
                                    withSource(envelope("d", map("id", 2L, "v", "x"), null), map("lsn", 11L))))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactly("1 new 30");
            assertThat(ReadByBoth.rows(task.table("orders"), store, temporary)).hasSize(1);
        }
    }

    private SinkRecord change(long id, String op, long lsn, String value) {
        return records.schemaless(
                map("id", id), withSource(envelope(op, null, map("id", id, "v", value)), map("lsn", lsn)));
    }

    @Test
    void shardsThatShareTheirKeysMeetInOneTable() {
        Map<String, String> settings =
                Map.of("tables.orders.primary-key", "db,id", "tables.orders.metadata.db", "source.db");
        try (EngineTask task = new EngineTask(settings)) {
            for (String db : new String[] {"a", "b"}) {
                task.put(records.schemaless(
                        map("id", 1L), withSource(envelope("c", null, map("id", 1L, "n", 1L)), map("db", db))));
            }
            task.put(records.schemaless(
                            map("id", 1L), withSource(envelope("d", map("id", 1L, "n", 1L), null), map("db", "a"))))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactly("1 1 b");
        }
    }

    @Test
    void aLogOfRecordsIsKeyedByItsOffsets() {
        Map<String, String> settings = Map.of(
                "cdc.format", "insert",
                "tables.orders.primary-key", "p,o",
                "tables.orders.metadata.p", "partition",
                "tables.orders.metadata.o", "offset");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(records.schemaless(null, map("v", "a")), records.schemaless(null, map("v", "b")))
                    .commit();
            assertThat(task.rows()).containsExactly("a 0 0", "b 1 0");
        }
    }

    @Test
    void aKeyOfOneValueIsAText() {
        try (EngineTask task = new EngineTask(Map.of("columns.metadata.k", "key", "tables.orders.primary-key", "id"))) {
            task.put(
                            records.of(Schema.INT64_SCHEMA, 5L, null, map("id", 1L)),
                            records.schemaless(map("id", 2L), map("id", 2L)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 5");
            assertThat(task.errors()).singleElement().asString().contains("field k");
        }
    }
}

package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The primary key of a row changes. */
class Case_S09_KeyChangeTest {
    private final Records records = new Records();
    private final Landing landing = new Landing(Map.of());

    @Test
    void deleteTombstoneCreate() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 1L), envelope("d", map("id", 1L, "v", "x"), null)));
        landing.put(records.schemaless(map("id", 1L), null));
        landing.put(records.schemaless(map("id", 2L), envelope("c", null, map("id", 2L, "v", "x"))));
        assertThat(landing.only().rows()).containsExactly("+I[2, x]");
    }

    @Test
    void createMayComeFirstFromAnotherPartition() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 2L), envelope("c", null, map("id", 2L, "v", "x"))));
        landing.put(records.schemaless(map("id", 1L), envelope("d", map("id", 1L, "v", "x"), null)));
        landing.put(records.schemaless(map("id", 1L), null));
        assertThat(landing.only().rows()).containsExactly("+I[2, x]");
    }

    @Test
    void updateWhoseKeyDiffersFromTheOneBeforeIsDeleteAndInsert() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x"))));
        landing.put(records.schemaless(map("id", 2L), envelope("u", map("id", 1L, "v", "x"), map("id", 2L, "v", "y"))));
        assertThat(landing.only().written()).containsExactly("+I[1, x]", "-D[1, x]", "+I[2, y]");
        assertThat(landing.only().rows()).containsExactly("+I[2, y]");
    }

    @Test
    void oneOfSeveralKeyColumnsMayChange() {
        landing.put(records.schemaless(map("a", 1L, "b", "x"), envelope("c", null, map("a", 1L, "b", "x", "v", 1L))));
        landing.put(records.schemaless(
                map("a", 1L, "b", "y"),
                envelope("u", map("a", 1L, "b", "x", "v", 1L), map("a", 1L, "b", "y", "v", 1L))));
        assertThat(landing.only().rows()).containsExactly("+I[1, y, 1]");
    }

    @Test
    void sameKeyInAnotherNumberClassIsNoChange() {
        landing.put(records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", 1L))));
        landing.put(records.schemaless(map("id", 1L), envelope("u", map("id", 1, "v", 1L), map("id", 1L, "v", 2L))));
        assertThat(landing.only().written()).containsExactly("+I[1, 1]", "+U[1, 2]");
    }

    @Test
    void beforeWithoutKeyIsNoChange() {
        landing.put(records.schemaless(map("id", 1L), envelope("u", map("id", null, "v", 1L), map("id", 1L, "v", 2L))));
        assertThat(landing.only().written()).containsExactly("+U[1, 2]");
    }

    @Test
    void capturedFromPostgres() {
        landing.putAll(SampleRecords.load("pairs-primary-key-change.with-schema"));
        assertThat(landing.only().rows()).containsExactly("+I[1, y, one]");
    }

    private static SinkRecord inPartition(SinkRecord record, int partition, long offset) {
        return new SinkRecord(
                record.topic(),
                partition,
                record.keySchema(),
                record.key(),
                record.valueSchema(),
                record.value(),
                offset,
                record.timestamp(),
                record.timestampType(),
                record.headers());
    }

    private SinkRecord[] change() {
        SinkRecord first = records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L, "v", "x")));
        SinkRecord delete = records.schemaless(map("id", 1L), envelope("d", map("id", 1L, "v", "x"), null));
        delete.headers().add("__debezium.newkey", map("id", 2L), null);
        SinkRecord tombstone = records.schemaless(map("id", 1L), null);
        SinkRecord create = records.schemaless(map("id", 2L), envelope("c", null, map("id", 2L, "v", "x")));
        create.headers().add("__debezium.oldkey", map("id", 1L), null);
        return new SinkRecord[] {first, delete, tombstone, create};
    }

    @Test
    void inOnePartitionOnlyTheNewKeyRemains() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(change()).commit();
            assertThat(task.rows()).containsExactly("2 x");
            assertThat(task.errors()).isEmpty();
        }
    }

    /** Two tasks; whichever of them is faster, and with commits anywhere. */
    @ParameterizedTest
    @ValueSource(strings = {"old old old new", "new old old old", "old new old old", "old old new old"})
    void inTwoPartitionsOfTwoTasks(String order) {
        var store = new MemoryFileIO();
        var env = ManualEnv.create();
        SinkRecord[] change = change();
        var p0 = new TopicPartition(Records.TOPIC, 0);
        var p1 = new TopicPartition(Records.TOPIC, 1);
        try (EngineTask left = new EngineTask(store, env, Map.of(), Set.of(p0));
                EngineTask right = new EngineTask(store, env, Map.of(), Set.of(p1))) {
            int next = 0;
            for (String who : order.split(" ")) {
                if (who.equals("old")) {
                    left.put(inPartition(change[next], 0, next)).commit();
                    next++;
                } else {
                    right.put(inPartition(change[3], 1, 0)).commit();
                }
            }
            assertThat(left.rows()).containsExactly("2 x");
        }
    }

    /** The single update of old connectors, with keys of one and of several columns, and back to the old key. */
    @Test
    void updatesThatMoveARowAndBack() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(
                            records.schemaless(
                                    map("id", 1L, "k", "a"), envelope("c", null, map("id", 1L, "k", "a", "v", 1L))),
                            records.schemaless(
                                    map("id", 1L, "k", "b"),
                                    envelope("u", map("id", 1L, "k", "a", "v", 1L), map("id", 1L, "k", "b", "v", 2L))))
                    .commit();
            assertThat(task.rows()).containsExactly("1 b 2");
            task.put(records.schemaless(
                            map("id", 1L, "k", "a"),
                            envelope("u", map("id", 1L, "k", "b", "v", 2L), map("id", 1L, "k", "a", "v", 3L))))
                    .commit();
            assertThat(task.rows()).containsExactly("1 a 3");
        }
    }

    /** Headers are hints: without rows before, and with headers of any odd kind, they change nothing. */
    @Test
    void headersAloneMoveNothing() {
        try (EngineTask task = new EngineTask(Map.of())) {
            SinkRecord create = records.schemaless(map("id", 1L), envelope("c", null, map("id", 1L)));
            SinkRecord update = records.schemaless(map("id", 1L), envelope("u", null, map("id", 1L)));
            update.headers().add("__debezium.newkey", 17, Schema.INT32_SCHEMA);
            update.headers().add("__debezium.oldkey", null, null);
            task.put(create, update).commit();
            assertThat(task.rows()).containsExactly("1");
            assertThat(task.errors()).isEmpty();
        }
    }
}

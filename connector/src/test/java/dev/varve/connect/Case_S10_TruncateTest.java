package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.ledger.Ledger;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Truncate events between rows, by every policy, over the real engine. */
class Case_S10_TruncateTest {
    private static final Map<String, String> DELETE_ALL = Map.of("truncate.policy", "delete-all");

    private final Records records = new Records();
    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();

    private SinkRecord row(long id) {
        return records.schemaless(map("id", id), envelope("c", null, map("id", id)));
    }

    private SinkRecord truncate() {
        return records.schemaless(null, envelope("t", null, null));
    }

    @Test
    void deleteAllLeavesOnlyWhatFollowsAndIsOneSnapshot() {
        try (EngineTask task = new EngineTask(DELETE_ALL)) {
            task.put(row(1), row(2), truncate(), row(3), row(1)).commit();
            assertThat(task.rows()).containsExactly("1", "3");
            List<Snapshot> snapshots = task.table("orders").snapshots();
            assertThat(snapshots).as("what came before, and the rest at once").hasSize(2);
            assertThat(ledger(snapshots.get(0))).isEqualTo(2L);
            assertThat(ledger(snapshots.get(1))).isEqualTo(5L);
        }
    }

    private static long ledger(Snapshot snapshot) {
        return Ledger.parse(snapshot.properties().get(Ledger.property("lake")), "test")
                .find(new TopicPartition(Records.TOPIC, 0))
                .orElseThrow();
    }

    @Test
    void aTaskThatDiesBeforeTheCommitHasDeletedNothingAndTheNextOneDoes() {
        SinkRecord event;
        SinkRecord after;
        try (EngineTask first = new EngineTask(store, env, DELETE_ALL)) {
            first.put(row(1), row(2)).commit();
            event = truncate();
            after = row(3);
            first.put(event, after);
            assertThat(first.rows()).containsExactly("1", "2");
        }
        try (EngineTask second = new EngineTask(store, env, DELETE_ALL)) {
            second.put(event, after).commit();
            assertThat(second.rows()).containsExactly("3");
        }
    }

    @Test
    void twoTruncatesAndOneOfATableThatDoesNotExist() {
        try (EngineTask task = new EngineTask(DELETE_ALL)) {
            task.put(truncate(), row(1), truncate(), truncate(), row(2), truncate())
                    .commit();
            assertThat(task.rows()).isEmpty();
        }
    }

    @Test
    void ignoredTheRowsStay() {
        try (EngineTask task = new EngineTask(Map.of("truncate.policy", "ignore"))) {
            task.put(row(1), row(2), truncate(), row(3)).commit();
            assertThat(task.rows()).containsExactly("1", "2", "3");
            assertThat(task.metrics().getSkippedByReason()).isEqualTo(Map.of("truncate event", 1L));
        }
    }

    @Test
    void byDefaultItEndsTheTaskAndSaysWhatToDecide() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(row(1)).commit();
            assertThatThrownBy(() -> task.put(row(2), truncate(), row(3)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("shop.orders-0@2")
                    .hasMessageContaining("truncate.policy=delete-all");
            assertThat(task.errors()).as("no bad record").isEmpty();
            assertThat(task.rows()).containsExactly("1");
        }
    }

    @Test
    void flattenedEventsAndCanalKnowItToo() {
        try (EngineTask task = new EngineTask(DELETE_ALL)) {
            task.put(row(1), records.schemaless(null, map("__op", "t")), row(2)).commit();
            assertThat(task.rows()).containsExactly("2");
            task.put(records.json(null, """
                            {"database":"shop","table":"orders","type":"TRUNCATE","isDdl":true,"data":null,"sql":"truncate orders"}""")).commit();
            assertThat(task.rows()).isEmpty();
        }
    }

    @Test
    void aTableThatCannotDeleteEndsTheTaskWithNothingTaken() {
        Map<String, String> firstRow = Map.of("truncate.policy", "delete-all", "options.merge-engine", "first-row");
        try (EngineTask task = new EngineTask(store, env, firstRow)) {
            task.put(row(1), row(2)).commit();
            assertThatThrownBy(() -> task.put(truncate(), row(3)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("cannot be deleted")
                    .hasMessageContaining("truncate.policy=ignore");
            assertThat(task.rows()).containsExactly("1", "2");
        }
    }

    @Test
    void realEventsOfPostgres() {
        for (String sample : List.of("pairs-truncate.with-schema", "pairs-truncate.schemaless")) {
            try (EngineTask task = new EngineTask(DELETE_ALL)) {
                task.put(row(1));
                SampleRecords.load(sample).forEach(event -> task.put(records.moved(event)));
                task.put(row(2)).commit();
                assertThat(task.rows()).as(sample).containsExactly("2");
            }
        }
    }

    @Test
    void messagesAreSkippedUnlessTheyAreRefused() {
        Map<String, Object> message = map("op", "m", "source", map("db", "shop"), "message", map("prefix", "p"));
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(row(1), records.schemaless(map("prefix", "p"), message)).commit();
            assertThat(task.metrics().getSkippedByReason()).isEqualTo(Map.of("logical decoding message", 1L));
            assertThat(task.errors()).isEmpty();
        }
        try (EngineTask task = new EngineTask(Map.of("message.policy", "fail"))) {
            task.put(row(2), records.schemaless(map("prefix", "p"), message), row(3))
                    .commit();
            assertThat(task.rows()).containsExactly("2", "3");
            assertThat(task.errors()).singleElement().asString().startsWith("[reason=refused table=default.orders] ");
        }
    }
}

package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import dev.varve.table.Table;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Updates that change the table's primary key or partition, while the record's key stays the same. */
class ChangedKeysTest {
    private static final Map<String, String> BY_DAY = Map.of(
            "tables.orders.primary-key", "id,day",
            "tables.orders.partition-keys", "day",
            "tables.orders.types.day", "STRING");

    private final Records records = new Records();

    private static Map<String, Object> order(long id, String day, long qty) {
        return map("id", id, "day", day, "qty", qty);
    }

    private SinkRecord change(long id, String op, Map<String, ?> before, Map<String, ?> after) {
        return records.schemaless(map("id", id), envelope(op, before, after));
    }

    @Test
    void theRowMovesToItsNewPartitionInOneCommit() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5)), change(2, "c", null, order(2, "mon", 6)))
                    .commit();
            Table table = task.table("orders");
            int before = table.snapshots().size();
            task.put(change(1, "u", order(1, "mon", 5), order(1, "tue", 7))).commit();
            assertThat(task.rows()).containsExactly("1 tue 7", "2 mon 6");
            assertThat(table.snapshots()).hasSize(before + 1);
        }
    }

    @Test
    void aKeyOfColumnsThatTheRecordsKeyDoesNotHaveMovesToo() {
        try (EngineTask task = new EngineTask(Map.of("tables.orders.primary-key", "day"))) {
            task.put(
                            change(1, "c", null, order(1, "mon", 5)),
                            change(1, "u", order(1, "mon", 5), order(1, "tue", 5)),
                            change(1, "u", order(1, "tue", 5), order(1, "wed", 6)))
                    .commit();
            assertThat(task.rows()).containsExactly("wed 1 6");
        }
    }

    @Test
    void deletesFindTheRowByWhatItWas() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5))).commit();
            task.put(change(1, "d", order(1, "mon", 5), null)).commit();
            assertThat(task.rows()).isEmpty();
        }
    }

    @Test
    void withoutTheRowBeforeAnUpdateIsTakenForOneThatKeepsTheKey() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5))).commit();
            task.put(change(1, "u", null, order(1, "mon", 6)), change(1, "u", null, order(1, "tue", 7)))
                    .commit();
            assertThat(task.rows()).as("the documented rule").containsExactly("1 mon 6", "1 tue 7");
            assertThat(task.errors()).isEmpty();
        }
    }

    @Test
    void aDeleteThatDoesNotSayWhichRowIsBad() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5))).commit();
            // PostgreSQL's default replica identity: the key is known, NOT NULL columns hold zeros.
            task.put(
                            change(1, "d", map("id", 1L, "day", "", "qty", 0L), null),
                            change(1, "d", map("id", 1L, "day", null, "qty", null), null),
                            change(1, "d", null, null))
                    .commit();
            assertThat(task.rows()).containsExactly("1 mon 5");
            assertThat(task.errors())
                    .hasSize(3)
                    .allSatisfy(error -> assertThat(error)
                            .startsWith("[reason=missing-key table=default.orders] record shop.orders-0@")
                            .contains("field day"));
        }
    }

    @Test
    void zerosOfARowBeforeThatIsNotKnownDoNotMoveTheRow() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5))).commit();
            task.put(change(1, "u", map("id", 1L, "day", "", "qty", 0L), order(1, "mon", 6)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 mon 6");
        }
    }

    @Test
    void aPlaceholderIsNoKey() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(change(1, "c", null, order(1, "mon", 5))).commit();
            task.put(change(1, "u", null, order(1, "__debezium_unavailable_value", 6)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 mon 5");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("reason=missing-key")
                    .contains("REPLICA IDENTITY");
        }
    }

    @Test
    void aLaterRowOfTheOldKeyIsARowOfItsOwn() {
        try (EngineTask task = new EngineTask(BY_DAY)) {
            task.put(
                            change(1, "c", null, order(1, "mon", 5)),
                            change(1, "u", order(1, "mon", 5), order(1, "tue", 5)),
                            change(1, "c", null, order(1, "mon", 9)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 mon 9", "1 tue 5");
        }
    }
}

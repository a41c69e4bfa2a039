package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Bad records between good ones: each is reported with its reason, table and field, and the others land. */
class BadRecordsLandingTest {
    private final Records records = new Records();

    private SinkRecord row(Object id, Object qty) {
        return records.schemaless(map("id", id), map("id", id, "qty", qty));
    }

    private static String canal(String type, String data) {
        return """
                {"database":"shop","table":"orders","type":"%s","isDdl":false,"ts":1,"pkNames":["id"],\
                "mysqlType":{"id":"bigint","qty":"bigint"},"data":%s}""".formatted(type, data);
    }

    /** What the message says up to the first comma after the position and the field. */
    private static String beginning(String error) {
        int comma = error.indexOf(',', error.indexOf(": "));
        return comma < 0 ? error : error.substring(0, comma);
    }

    @Test
    void aPoisonedBatchKeepsItsGoodRows() {
        try (EngineTask task = new EngineTask(Map.of("schema.evolution", "none", "message.policy", "fail"))) {
            task.put(
                            row(1L, 1L),
                            row("x", 2L),
                            row(3L, "three"),
                            row(4L, 4L),
                            records.schemaless(map("id", 5L), List.of(5)),
                            records.schemaless(null, map("qty", 6L)),
                            row(7L, 1.5),
                            records.schemaless(map("id", 8L), map("id", 8L, "colour", "red")),
                            records.schemaless(null, map("op", "m", "source", map(), "message", map())),
                            records.text(null, "{\"id\": "),
                            row(9L, 9L))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1", "4 4", "9 9");
            assertThat(task.errors())
                    .extracting(BadRecordsLandingTest::beginning)
                    .containsExactly(
                            "[reason=wrong-type table=default.orders] record shop.orders-0@1, field id: found a text",
                            "[reason=wrong-type table=default.orders] record shop.orders-0@2, field qty: found a text",
                            "[reason=malformed table=default.orders] record shop.orders-0@4: the value is a list",
                            "[reason=missing-key table=default.orders] record shop.orders-0@5, field id: neither the row nor the"
                                    + " record key has a value for it",
                            "[reason=does-not-fit table=default.orders] record shop.orders-0@6, field qty: the number has a fraction",
                            "[reason=unknown-field table=default.orders] record shop.orders-0@7, field colour: the table has no such"
                                    + " column and schema.evolution is none; set it to add-columns",
                            "[reason=refused table=default.orders] record shop.orders-0@8, field op: a logical decoding message"
                                    + " belongs to no table; set message.policy=ignore to skip such records",
                            "[reason=malformed table=default.orders] record shop.orders-0@9: the value is a text that is not JSON:"
                                    + " damaged at line 1");
            assertThat(task.metrics().getBadRecords()).isEqualTo(8);
            assertThat(task.metrics().getBadRecordsByReason())
                    .isEqualTo(Map.of(
                            "wrong-type", 2L,
                            "malformed", 2L,
                            "missing-key", 1L,
                            "does-not-fit", 1L,
                            "unknown-field", 1L,
                            "refused", 1L));
        }
    }

    @Test
    void aMissingTableThatMayNotBeCreatedIsAReasonToo() {
        try (EngineTask task = new EngineTask(Map.of("auto.create", "false"))) {
            task.put(row(1L, 1L)).commit();
            assertThat(task.errors()).singleElement().asString().startsWith("[reason=no-table table=default.orders] ");
        }
    }

    @Test
    void whatTheTableItselfRefusesIsReported() {
        try (EngineTask task = new EngineTask(Map.of("options.merge-engine", "first-row"))) {
            task.put(row(1L, 1L), records.schemaless(map("id", 1L), null), row(2L, 2L))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1", "2 2");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .startsWith("[reason=refused-by-table table=default.orders] record shop.orders-0@1: ");
        }
    }

    @Test
    void rowsOfOneRecordLandTogetherOrNotAtAll() {
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(
                            records.json(
                                    null,
                                    canal("INSERT", "[{\"id\":\"1\",\"qty\":\"1\"},{\"id\":\"2\",\"qty\":\"2\"}]")),
                            records.json(
                                    null,
                                    canal("INSERT", "[{\"id\":\"3\",\"qty\":\"3\"},{\"id\":null,\"qty\":\"4\"}]")),
                            records.json(
                                    null,
                                    canal("UPDATE", "[{\"id\":\"1\",\"qty\":\"9\"},{\"id\":\"2\",\"qty\":\"x\"}]")),
                            records.json(null, canal("DELETE", "[{\"id\":\"2\",\"qty\":\"2\"}]")))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1");
            assertThat(task.errors())
                    .extracting(error -> error.substring(0, error.indexOf(':')))
                    .containsExactly(
                            "[reason=missing-key table=default.orders] record shop.orders-0@1, field id",
                            "[reason=malformed table=default.orders] record shop.orders-0@2, field data[1].qty");
        }
    }

    @Test
    void aTableThatRefusesOneRowOfARecordTakesNone() {
        try (EngineTask task = new EngineTask(Map.of("options.merge-engine", "first-row"))) {
            task.put(
                            records.json(null, canal("INSERT", "[{\"id\":\"1\",\"qty\":\"1\"}]")),
                            // The second row changes its key: the old row would have to be deleted.
                            records.json(
                                    null,
                                    canal("UPDATE", "[{\"id\":\"5\",\"qty\":\"5\"},{\"id\":\"6\",\"qty\":\"6\"}]")
                                            .replace(
                                                    "\"pkNames\"",
                                                    "\"old\":[{\"qty\":\"4\"},{\"id\":\"1\"}],\"pkNames\"")))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1");
            assertThat(task.errors()).singleElement().asString().contains("shop.orders-0@1");
        }
    }

    @Test
    void rowsOfOneRecordMustBeOfOneTable() {
        try (EngineTask task = new EngineTask(Map.of("table.format", "${field:qty}"))) {
            task.put(records.json(null, canal("INSERT", "[{\"id\":\"1\",\"qty\":\"1\"},{\"id\":\"2\",\"qty\":\"2\"}]")))
                    .commit();
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .startsWith("[reason=no-table] ")
                    .contains("rows of one record must be of one table");
        }
    }

    @Test
    void aRecordMayHoldMoreRowsThanTheTaskRemembers() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            rows.add("{\"id\":\"" + i + "\",\"qty\":\"" + i + "\"}");
        }
        try (EngineTask task = new EngineTask(Map.of())) {
            task.put(records.json(null, canal("INSERT", rows.toString()))).commit();
            assertThat(task.rows()).hasSize(rows.size());
        }
    }
}

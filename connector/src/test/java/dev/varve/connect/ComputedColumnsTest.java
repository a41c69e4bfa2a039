package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.named;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.table.Table;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Columns that are computed, as values, keys and partitions, in every form of event. */
class ComputedColumnsTest {
    private static final Map<String, String> BY_MONTH = Map.of(
            "tables.orders.primary-key", "month,id",
            "tables.orders.partition-keys", "month",
            "tables.orders.computed.month", "date_format(day, yyyy-MM)",
            "tables.orders.exclude", "day",
            "tables.orders.types.day", "DATE");

    private final Records records = new Records();

    private static Map<String, Object> order(long id, String day, long qty) {
        return map("id", id, "day", day, "qty", qty);
    }

    private SinkRecord change(long id, String op, Map<String, ?> before, Map<String, ?> after) {
        return records.schemaless(map("id", id), envelope(op, before, after));
    }

    private static Map<String, String> with(Map<String, String> settings, String... more) {
        Map<String, String> all = new HashMap<>(settings);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void anUpdateMovesTheRowToItsNewPartitionInOneCommit() {
        try (EngineTask task = new EngineTask(BY_MONTH)) {
            task.put(change(1, "c", null, order(1, "2026-01-31", 5)), change(2, "c", null, order(2, "2026-01-01", 6)))
                    .commit();
            Table table = task.table("orders");
            assertThat(table.schema().partitionKeys()).containsExactly("month");
            assertThat(table.schema().fields().stream().map(Object::toString))
                    .noneMatch(field -> field.contains("day"));
            int before = table.snapshots().size();
            task.put(
                            change(1, "u", order(1, "2026-01-31", 5), order(1, "2026-02-01", 7)),
                            change(2, "u", order(2, "2026-01-01", 6), order(2, "2026-01-30", 8)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 7 2026-02", "2 8 2026-01");
            assertThat(table.snapshots()).hasSize(before + 1);
        }
    }

    @Test
    void aDeleteFindsThePartitionByTheRowBefore() {
        try (EngineTask task = new EngineTask(BY_MONTH)) {
            task.put(change(1, "c", null, order(1, "2026-01-31", 5)), change(2, "c", null, order(2, "2026-01-01", 6)))
                    .commit();
            task.put(change(1, "d", order(1, "2026-01-31", 5), null), records.schemaless(map("id", 1L), null))
                    .commit();
            assertThat(task.rows()).containsExactly("2 6 2026-01");
        }
    }

    @Test
    void aDeleteThatDoesNotTellThePartitionIsBadAndSaysWhatToDo() {
        try (EngineTask task = new EngineTask(BY_MONTH)) {
            task.put(change(1, "c", null, order(1, "2026-01-31", 5))).commit();
            task.put(
                            change(1, "d", null, null),
                            change(1, "d", map("id", 1L, "day", null, "qty", null), null),
                            records.schemaless(map("id", 1L), null))
                    .commit();
            assertThat(task.rows()).containsExactly("1 5 2026-01");
            assertThat(task.errors())
                    .hasSize(2)
                    .allSatisfy(error -> assertThat(error)
                            .contains("reason=missing-key")
                            .contains("field month")
                            .contains("tables.default.orders.computed.month=date_format(day, 'yyyy-MM')")
                            .contains("REPLICA IDENTITY FULL"));
        }
    }

    @Test
    void withoutTheRowBeforeAnUpdateIsTakenForOneThatKeepsThePartition() {
        try (EngineTask task = new EngineTask(BY_MONTH)) {
            task.put(change(1, "c", null, order(1, "2026-01-31", 5))).commit();
            task.put(change(1, "u", null, order(1, "2026-01-30", 6)), change(1, "u", null, order(1, "2026-02-01", 7)))
                    .commit();
            assertThat(task.rows()).as("the documented rule").containsExactly("1 6 2026-01", "1 7 2026-02");
        }
    }

    @Test
    void aKeyThatIsComputedFromTheRecordsKeyIsFoundByTombstones() {
        Map<String, String> settings = Map.of(
                "tables.orders.primary-key", "slot,id",
                "tables.orders.partition-keys", "slot",
                "tables.orders.computed.slot", "truncate(id, 100)");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(
                            records.schemaless(map("id", 7L), map("id", 7L, "qty", 1L)),
                            records.schemaless(map("id", 250L), map("id", 250L, "qty", 2L)),
                            records.schemaless(map("id", 251L), map("qty", 3L)))
                    .commit();
            assertThat(task.rows()).containsExactly("250 2 200", "251 3 200", "7 1 0");
            task.put(
                            records.schemaless(map("id", 250L), null),
                            records.schemaless(map("id", 251L), map("id", 251L, "__deleted", "true")))
                    .commit();
            assertThat(task.rows()).containsExactly("7 1 0");
        }
    }

    @Test
    void aKeyOfOneValueIsEnough() {
        Map<String, String> settings =
                Map.of("tables.orders.primary-key", "id,slot", "tables.orders.computed.slot", "substring(id, 0, 1)");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(records.of(Schema.STRING_SCHEMA, "a1", null, map("qty", 1L)))
                    .commit();
            assertThat(task.rows()).containsExactly("a1 1 a");
            task.put(records.of(Schema.STRING_SCHEMA, "a1", null, null)).commit();
            assertThat(task.rows()).isEmpty();
        }
    }

    @Test
    void schemasTellWhatNumbersMean() {
        Schema micros = named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp");
        Schema zoned = named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp");
        Schema row = schema(
                "id",
                Schema.INT64_SCHEMA,
                "date",
                named(SchemaBuilder.int32(), "io.debezium.time.Date"),
                "at",
                micros,
                "zoned",
                zoned,
                "plain",
                Schema.OPTIONAL_INT64_SCHEMA);
        Landing landing = new Landing(Map.of(
                "columns.time-zone", "Europe/Berlin",
                "tables.orders.computed.c1", "year(date)",
                "tables.orders.computed.c2", "hour(at)",
                "tables.orders.computed.c3", "date_format(zoned, dd.MM. HH:mm)",
                "tables.orders.computed.c4", "day(plain, 3)",
                "tables.orders.computed.c5", "concat(c1, '-', plain)",
                "tables.orders.types.c2", "STRING"));
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        landing.put(records.structs(
                key,
                struct(
                        row,
                        "id",
                        1L,
                        "date",
                        (int) LocalDate.of(-43, 3, 15).toEpochDay(),
                        "at",
                        -1L,
                        "zoned",
                        "2026-06-30T22:30:00.123456789Z",
                        "plain",
                        -1L)));
        assertThat(landing.table("orders").columns()).contains("c1 INT\nc2 STRING\nc3 STRING\nc4 INT\nc5 STRING\n");
        assertThat(landing.table("orders").rowsWritten().get(0))
                .containsEntry("c1", "-43")
                .containsEntry("c2", "\"23\"")
                .containsEntry("c3", "\"01.07. 00:30\"")
                .containsEntry("c4", "1")
                .containsEntry("c5", "\"-43--1\"");
        landing.put(records.structs(key, struct(row, "id", 1L)));
        assertThat(landing.table("orders").rowsWritten().get(1))
                .containsEntry("c1", "null")
                .containsEntry("c5", "null");
    }

    @Test
    void aColumnThatIsComputedFromItsOwnFieldTakesItsPlace() {
        try (EngineTask task = new EngineTask(Map.of("columns.computed.name", "upper(trim(name))"))) {
            task.put(change(1, "c", null, map("id", 1L, "name", " ann "))).commit();
            assertThat(task.rows()).containsExactly("1 ANN");
        }
    }

    @Test
    void aFieldOfTheNameOfAComputedColumnIsNotLostInSilence() {
        try (EngineTask task = new EngineTask(Map.of("columns.computed.name", "upper(id)"))) {
            task.put(change(1, "c", null, map("id", 1L)), change(2, "c", null, map("id", 2L, "name", "x")))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("tables.default.orders.computed.name")
                    .contains("exclude");
        }
    }

    @Test
    void columnsAreAddedToATableThatExistsAlready() {
        Schema before = schema("id", Schema.INT64_SCHEMA, "price", Schema.OPTIONAL_INT32_SCHEMA);
        Schema after = schema("id", Schema.INT64_SCHEMA, "price", Schema.OPTIONAL_INT64_SCHEMA);
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        Landing landing = new Landing(Map.of("columns.computed.range", "truncate(price, 10)"));
        landing.put(records.structs(key, struct(before, "id", 1L, "price", 17)));
        assertThat(landing.table("orders").columns()).contains("range INT\n");
        landing.put(records.structs(key, struct(after, "id", 1L, "price", -3_000_000_001L)));
        assertThat(landing.table("orders").columns()).contains("range BIGINT\n");
        assertThat(landing.table("orders").last("range")).isEqualTo("-3000000010");
    }

    @Test
    void settingsThatCameLaterAddTheirColumns() {
        var store = new dev.varve.table.testing.MemoryFileIO();
        var env = dev.varve.table.testing.ManualEnv.create();
        try (EngineTask task = new EngineTask(store, env, Map.of())) {
            task.put(change(1, "c", null, map("id", 1L, "n", null))).commit();
        }
        try (EngineTask task = new EngineTask(
                store, env, Map.of("columns.computed.t", "truncate(n, 5)", "columns.metadata._op", "op"))) {
            task.put(change(2, "c", null, map("id", 2L, "n", null)), change(3, "c", null, map("id", 3L, "n", 7L)))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactlyInAnyOrder("1 null null null", "2 c null null", "3 c 5 7");
        }
    }

    @Test
    void withoutEvolutionATableThatLacksTheColumnIsNotWrittenByHalf() {
        var store = new dev.varve.table.testing.MemoryFileIO();
        var env = dev.varve.table.testing.ManualEnv.create();
        try (EngineTask task = new EngineTask(store, env, Map.of())) {
            task.put(change(1, "c", null, map("id", 1L))).commit();
        }
        Map<String, String> settings = Map.of("schema.evolution", "none", "columns.computed.t", "upper(id)");
        try (EngineTask task = new EngineTask(store, env, settings)) {
            task.put(change(2, "c", null, map("id", 2L))).commit();
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("unknown-field")
                    .contains("field t");
        }
        try (EngineTask task = new EngineTask(store, env, with(settings, "unknown.field.policy", "ignore"))) {
            task.put(change(3, "c", null, map("id", 3L))).commit();
            assertThat(task.rows()).containsExactly("1", "3");
        }
    }

    @Test
    void aValueThatWasNotSentLeavesWhatWasComputedFromIt() {
        String unavailable = "__debezium_unavailable_value";
        Map<String, String> settings =
                Map.of("columns.computed.head", "concat(qty, substring(text, 0, 2))", "columns.rename.text", "body");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(change(1, "c", null, map("id", 1L, "qty", 1L, "text", "abcdef")))
                    .commit();
            task.put(change(1, "u", null, map("id", 1L, "qty", 1L, "text", unavailable)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1 abcdef 1ab");
            task.put(change(
                            1,
                            "u",
                            map("id", 1L, "qty", 1L, "text", "abcdef"),
                            map("id", 1L, "qty", 2L, "text", unavailable)))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactly("1 2 abcdef 2ab");
        }
    }

    @Test
    void whatCannotBeComputedIsABadRecord() {
        try (EngineTask task = new EngineTask(Map.of("columns.computed.y", "year(day)"))) {
            task.put(
                            change(1, "c", null, map("id", 1L, "day", "2026-01-01")),
                            change(2, "c", null, map("id", 2L, "day", "soon")))
                    .commit();
            assertThat(task.rows()).containsExactly("1 2026-01-01 2026");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("field y")
                    .contains("year(day)")
                    .doesNotContain("soon");
        }
    }

    @Test
    void aFieldThatNoRowHasIsNoticedWhenTheTableIsMade() {
        Landing landing = new Landing(Map.of("columns.computed.y", "year(created)"));
        Struct row = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        assertThatThrownBy(() -> landing.put(records.structs(row, row)))
                .hasMessageContaining("neither the row nor the record key has a field created");
    }

    @Test
    void sumsTakeBackWhatWasInTheirComputedGroup() {
        Map<String, String> settings = Map.of(
                "table.format", "orders",
                "tables.orders.primary-key", "month",
                "tables.orders.computed.month", "date_format(day, yyyy-MM)",
                "tables.orders.exclude", "day,id",
                "tables.orders.options.merge-engine", "aggregation",
                "tables.orders.options.fields.qty.aggregate-function", "sum");
        try (EngineTask task = new EngineTask(settings)) {
            task.put(
                            change(1, "c", null, order(1, "2026-01-31", 5)),
                            change(2, "c", null, order(2, "2026-01-01", 6)),
                            change(1, "u", order(1, "2026-01-31", 5), order(1, "2026-02-01", 7)),
                            change(2, "d", order(2, "2026-01-01", 6), null))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactlyInAnyOrder("0 2026-01", "7 2026-02");
        }
    }
}

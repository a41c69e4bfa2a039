package dev.varve.connect;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.ReadByBoth;
import dev.varve.connect.testing.Records;
import dev.varve.table.Table;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that are left out, let in, called otherwise, and comments of columns. */
class ChosenColumnsTest {
    private final Records records = new Records();

    private SinkRecord change(long id, String op, Map<String, ?> before, Map<String, ?> after) {
        return records.schemaless(map("id", id), envelope(op, before, after));
    }

    @Test
    void whatIsLeftOutStaysOutWhenTheStreamChanges() {
        Schema first = schema("id", Schema.INT64_SCHEMA, "secret", Schema.OPTIONAL_STRING_SCHEMA);
        Schema later = schema(
                "id", Schema.INT64_SCHEMA,
                "secret", Schema.OPTIONAL_INT64_SCHEMA,
                "more", Schema.OPTIONAL_STRING_SCHEMA,
                "hush", Schema.OPTIONAL_STRING_SCHEMA);
        Landing landing = new Landing(Map.of("columns.exclude", "secret", "tables.orders.exclude", "hush"));
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        landing.put(records.structs(key, struct(first, "id", 1L, "secret", "x")));
        landing.put(records.structs(key, struct(later, "id", 1L, "secret", 5L, "more", "m", "hush", "h")));
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "secret", true, "hush", 7, "also", "a")));
        assertThat(landing.table("orders").columns()).isEqualTo("id BIGINT NOT NULL\nmore STRING\nalso STRING\n");
    }

    @Test
    void onlyWhatIsLetInBecomesAColumn() {
        try (EngineTask task = new EngineTask(Map.of("tables.orders.include", "id, qty"))) {
            task.put(
                            change(1, "c", null, map("id", 1L, "qty", 5L, "note", "n")),
                            change(2, "c", null, map("id", 2L, "other", 1L)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 5", "2 null");
        }
    }

    @Test
    void aKeyThatIsLeftOutEndsTheTask() {
        try (EngineTask task = new EngineTask(Map.of("columns.exclude", "id"))) {
            assertThatThrownBy(() -> task.put(change(1, "c", null, map("id", 1L, "qty", 5L))))
                    .hasMessageContaining("field id belongs to the primary key")
                    .hasMessageContaining("tables.default.orders.exclude");
        }
    }

    @Test
    void aRenamedFieldIsThatColumnEverywhere(@TempDir Path temporary) {
        MemoryFileIO store = new MemoryFileIO();
        Map<String, String> settings = Map.of(
                "tables.orders.rename.id", "order_id",
                "tables.orders.rename.qty", "quantity",
                "tables.orders.types.quantity", "INT");
        String unavailable = "__debezium_unavailable_value";
        try (EngineTask task = new EngineTask(store, ManualEnv.create(), settings)) {
            task.put(change(1, "c", null, map("qty", 5L, "note", "n"))).commit();
            Table table = task.table("orders");
            assertThat(table.schema().primaryKeys()).containsExactly("order_id");
            int id = field(table, "quantity").id();
            task.put(
                            change(1, "u", null, map("id", 1L, "qty", 5_000_000_000L, "note", unavailable)),
                            change(2, "c", null, map("id", 2L, "qty", 1L, "note", "m")),
                            change(3, "c", null, map("id", 3L, "qty", 1L, "note", "m")),
                            change(
                                    3,
                                    "u",
                                    map("id", 3L, "qty", 1L, "note", "m"),
                                    map("id", 4L, "qty", 1L, "note", "m")),
                            change(2, "d", null, null))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(task.rows()).containsExactly("1 5000000000 n", "4 1 m");
            DataField widened = field(task.table("orders"), "quantity");
            assertThat(widened.type()).hasToString("BIGINT");
            assertThat(widened.id()).isEqualTo(id);
            assertThat(ReadByBoth.rows(task.table("orders"), store, temporary)).hasSize(2);
        }
    }

    private static DataField field(Table table, String name) {
        return table.schema().fields().get(table.schema().rowType().indexOf(name));
    }

    @Test
    void aColumnThatIsThereIsRenamedAndKeepsItsRows() {
        MemoryFileIO store = new MemoryFileIO();
        ManualEnv env = ManualEnv.create();
        int id;
        try (EngineTask task = new EngineTask(store, env, Map.of())) {
            task.put(change(1, "c", null, map("id", 1L, "qty", 5L))).commit();
            id = field(task.table("orders"), "qty").id();
        }
        try (EngineTask task = new EngineTask(store, env, Map.of("columns.rename.qty", "quantity"))) {
            task.put(change(2, "c", null, map("id", 2L, "qty", 6L))).commit();
            assertThat(field(task.table("orders"), "quantity").id()).isEqualTo(id);
            assertThat(task.rows()).containsExactly("1 5", "2 6");
        }
        try (EngineTask task = new EngineTask(store, env, Map.of("columns.rename.id", "order_id"))) {
            assertThatThrownBy(() -> task.put(change(2, "c", null, map("id", 2L, "quantity", 6L))))
                    .hasMessageContaining("columns of a key cannot be renamed");
        }
    }

    @Test
    void twoFieldsNeverBecomeOneColumn() {
        Schema both =
                schema("id", Schema.INT64_SCHEMA, "a", Schema.OPTIONAL_INT64_SCHEMA, "b", Schema.OPTIONAL_INT64_SCHEMA);
        try (EngineTask task = new EngineTask(Map.of("columns.rename.a", "b"))) {
            task.put(
                            change(1, "c", null, map("id", 1L, "a", 1L)),
                            change(2, "c", null, map("id", 2L, "a", 1L, "b", 2L)),
                            records.structs(null, struct(both, "id", 3L, "a", 1L, "b", 2L)))
                    .commit();
            assertThat(task.rows()).containsExactly("1 1");
            assertThat(task.errors())
                    .hasSize(2)
                    .allSatisfy(error -> assertThat(error)
                            .contains("field b", "column b holds field a by tables.default.orders.rename.a"));
        }
        try (EngineTask task = new EngineTask(Map.of("columns.rename.a", "b", "columns.rename.b", "c"))) {
            task.put(change(2, "c", null, map("id", 2L, "a", 1L, "b", 2L))).commit();
            assertThat(task.rows()).containsExactly("2 1 2");
        }
    }

    @Test
    void nestedFieldsStayOutToo() {
        Schema address = SchemaBuilder.struct()
                .optional()
                .field("city", Schema.OPTIONAL_STRING_SCHEMA)
                .field("zip", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Schema larger = SchemaBuilder.struct()
                .optional()
                .field("city", Schema.OPTIONAL_STRING_SCHEMA)
                .field("zip", Schema.OPTIONAL_STRING_SCHEMA)
                .field("land", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Landing landing = new Landing(Map.of("columns.exclude", "address.zip", "columns.rename.address", "home"));
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        Schema first = schema("id", Schema.INT64_SCHEMA, "address", address);
        Schema later = schema("id", Schema.INT64_SCHEMA, "address", larger);
        landing.put(records.structs(key, struct(first, "id", 1L, "address", struct(address, "city", "B", "zip", "1"))));
        assertThat(landing.table("orders").columns()).contains("home ROW<`city` STRING>\n");
        landing.put(records.structs(
                key, struct(later, "id", 1L, "address", struct(larger, "city", "B", "zip", "1", "land", "D"))));
        landing.put(
                records.schemaless(map("id", 1L), map("id", 1L, "address", map("city", "C", "zip", 3, "land", "E"))));
        assertThat(landing.table("orders").columns()).contains("home ROW<`city` STRING, `land` STRING>\n");
        assertThat(landing.table("orders").last("home")).contains("C", "E").doesNotContain("3");
    }

    @Test
    void commentsAreWrittenWhereThereAreNone() {
        MemoryFileIO store = new MemoryFileIO();
        ManualEnv env = ManualEnv.create();
        Schema documented =
                SchemaBuilder.int64().optional().doc("of the source").build();
        Schema row = schema("id", Schema.INT64_SCHEMA, "qty", documented, "price", documented);
        Struct key = struct(schema("id", Schema.INT64_SCHEMA), "id", 1L);
        SinkRecord record = records.structs(key, struct(row, "id", 1L, "qty", 2L));
        try (EngineTask task = new EngineTask(store, env, Map.of("tables.orders.comments.price", "in cents"))) {
            task.put(record).commit();
            assertThat(field(task.table("orders"), "qty").description()).contains("of the source");
            assertThat(field(task.table("orders"), "price").description()).contains("in cents");
            assertThat(task.table("orders").schema().comment()).isEmpty();
        }
        Map<String, String> later = Map.of(
                "tables.orders.comment", "All orders",
                "tables.orders.comments.id", "never reused",
                "tables.orders.comments.qty", "not taken");
        try (EngineTask task = new EngineTask(store, env, later)) {
            task.put(records.moved(record)).commit();
            assertThat(task.table("orders").schema().comment()).contains("All orders");
            assertThat(field(task.table("orders"), "id").description()).contains("never reused");
            assertThat(field(task.table("orders"), "qty").description()).contains("of the source");
            assertThat(task.table("orders").schema().id()).isEqualTo(1);
        }
    }
}

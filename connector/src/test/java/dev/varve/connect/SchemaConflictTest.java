package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.config.SinkSettings;
import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.ReadByBoth;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of values that no allowed change of their column makes fit: {@code schema.conflict.policy}. */
class SchemaConflictTest {
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    @TempDir
    private Path temporary;

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Records records = new Records();

    private EngineTask task(String policy, String... more) {
        Map<String, String> properties = new HashMap<>();
        properties.put("schema.conflict.policy", policy);
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return new EngineTask(store, env, properties);
    }

    private List<String> rows(EngineTask task) {
        return ReadByBoth.rows(task.table("orders"), store, temporary);
    }

    private static String type(EngineTask task, String column) {
        RowType row = task.table("orders").schema().rowType();
        return row.type(row.indexOf(column)).toString();
    }

    private SinkRecord json(long id, Object v) {
        return records.schemaless(map("id", id), map("id", id, "v", v));
    }

    private SinkRecord typed(long id, Schema type, Object v) {
        Schema row = schema("id", Schema.INT64_SCHEMA, "v", type);
        return records.structs(struct(KEY, "id", id), struct(row, "id", id, "v", v));
    }

    // ---- dead-letter

    @Test
    void aConflictIsABadRecordUnlessSettingsSayOtherwise() {
        try (EngineTask task = new EngineTask(store, env, Map.of())) {
            task.put(json(1, 1L), json(2, "two"), json(3, 3L)).commit();
            assertThat(rows(task)).containsExactly("+I[1, 1]", "+I[3, 3]");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .startsWith("[reason=wrong-type table=default.orders] record shop.orders-0@1, field v: ");
        }
    }

    // ---- fail

    @Test
    void aConflictEndsTheTaskThoughBadRecordsAreTaken() {
        try (EngineTask task = task("fail")) {
            task.put(json(1, 1L)).commit();
            SinkRecord two = json(2, "two");
            assertThatThrownBy(() -> task.put(two))
                    .isExactlyInstanceOf(ConnectException.class)
                    .hasMessage(
                            "table default.orders: record shop.orders-0@1, field v: found a text, expected an integer for a column"
                                    + " of type BIGINT; let the source send that, or make the column with a type that fits, by"
                                    + " tables.default.orders.types.v. The task ends here, whatever errors.tolerance says"
                                    + " (schema.conflict.policy=fail); nothing is lost, it goes on from this record. Correct the source or the"
                                    + " table, or set schema.conflict.policy=string to let the column become STRING, or =dead-letter to set"
                                    + " such records aside");
            assertThat(task.errors()).isEmpty();
            assertThatThrownBy(() -> task.put(json(3, 3L))).isInstanceOf(ConnectException.class);
        }
        try (EngineTask restarted = task("dead-letter")) {
            restarted.put(json(3, 3L)).commit();
            assertThat(rows(restarted)).containsExactly("+I[1, 1]", "+I[3, 3]");
        }
    }

    @Test
    void whatIsWrongInItselfIsNoConflict() {
        Schema zoned = SchemaBuilder.string()
                .name("io.debezium.time.ZonedTimestamp")
                .optional()
                .build();
        try (EngineTask task = task("fail")) {
            task.put(
                            typed(1, zoned, "2026-01-31T10:00:00Z"),
                            typed(2, zoned, "yesterday"),
                            records.schemaless(map("id", null), map("v", "2026-01-31T10:00:00Z")),
                            typed(4, zoned, null))
                    .commit();
            assertThat(rows(task)).hasSize(2);
            assertThat(task.errors())
                    .extracting(error -> error.substring(0, error.indexOf(' ')))
                    .containsExactly("[reason=malformed", "[reason=missing-key");
        }
    }

    @Test
    void aNullThatTheTableMustNotHoldIsAConflict() {
        try (EngineTask task = task("fail", "schema.evolution", "add-columns")) {
            task.put(typed(1, Schema.INT32_SCHEMA, 1)).commit();
            SinkRecord without = typed(2, Schema.OPTIONAL_INT32_SCHEMA, null);
            assertThatThrownBy(() -> task.put(without))
                    .isExactlyInstanceOf(ConnectException.class)
                    .hasMessageContaining("field v: the value is null or missing, but the column is INT NOT NULL");
        }
    }

    @Test
    void aChangeThatTheTableRefusesIsAConflictToo() {
        String[] noCasts = {"options.disable-explicit-type-casting", "true"};
        try (EngineTask task = task("string", noCasts)) {
            task.put(json(1, 1L), json(2, "two")).commit();
            assertThat(rows(task)).containsExactly("+I[1, 1]");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .startsWith("[reason=refused-by-table table=default.orders] record shop.orders-0@1: ")
                    .contains("disable-explicit-type-casting");
        }
    }

    // ---- string

    @Test
    void theColumnBecomesAStringAndOldFilesReadAsTheSameText() {
        try (EngineTask task = task("string")) {
            task.put(json(1, 1L)).commit();
            task.put(json(2, "two"), json(3, 3L)).commit();
            assertThat(type(task, "v")).isEqualTo("STRING");
            assertThat(task.table("orders").schema().id()).isEqualTo(1);
            assertThat(rows(task)).containsExactly("+I[1, 1]", "+I[2, two]", "+I[3, 3]");
            assertThat(task.errors()).isEmpty();
        }
    }

    @Test
    void everyTypeThatKeepsItsMeaningReadsAsTheSameTextByBoth() {
        Schema decimal = Decimal.builder(2)
                .parameter("connect.decimal.precision", "9")
                .optional()
                .build();
        Map<String, Schema> columns = Map.of(
                "b",
                Schema.OPTIONAL_BOOLEAN_SCHEMA,
                "i",
                Schema.OPTIONAL_INT32_SCHEMA,
                "f",
                Schema.OPTIONAL_FLOAT32_SCHEMA,
                "d",
                Schema.OPTIONAL_FLOAT64_SCHEMA,
                "n",
                decimal,
                "day",
                Records.named(SchemaBuilder.int32(), "io.debezium.time.Date"),
                "t",
                Records.named(SchemaBuilder.int32(), "io.debezium.time.Time"),
                "s",
                Records.named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"));
        List<String> names = columns.keySet().stream().sorted().toList();
        SchemaBuilder before = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA);
        SchemaBuilder after = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA);
        for (String name : names) {
            before.field(name, columns.get(name));
            after.field(name, Schema.OPTIONAL_STRING_SCHEMA);
        }
        Struct typed = new Struct(before.build())
                .put("id", 1L)
                .put("b", true)
                .put("i", -5)
                .put("f", 1.5f)
                .put("d", 1e10)
                .put("n", new BigDecimal("12.50"))
                .put("day", 20_000)
                .put("t", 45_296_100)
                .put("s", 1_700_000_000_123_456L);
        Struct texts = new Struct(after.build()).put("id", 2L);
        names.forEach(name -> texts.put(name, "some text"));
        try (EngineTask task = task("string")) {
            task.put(records.structs(struct(KEY, "id", 1L), typed)).commit();
            task.put(records.structs(struct(KEY, "id", 2L), texts)).commit();
            assertThat(task.errors()).isEmpty();
            assertThat(names).allSatisfy(name -> assertThat(type(task, name)).isEqualTo("STRING"));
            assertThat(rows(task))
                    .contains(
                            "+I[1, true, 1.0E10, 2024-10-04, 1.5, -5, 12.50, 2023-11-14 22:13:20.123456, 12:34:56.1]");
            // A late record of before changes nothing.
            task.put(records.structs(
                            struct(KEY, "id", 3L),
                            new Struct(before.build()).put("id", 3L).put("i", 7).put("b", false)))
                    .commit();
            assertThat(task.table("orders").schema().id()).isEqualTo(1);
            assertThat(rows(task)).contains("+I[3, false, null, null, null, 7, null, null, null]");
        }
    }

    @Test
    void aWiderTypeOfItsKindGoesBeforeText() {
        try (EngineTask task = task("string")) {
            task.put(typed(1, Schema.INT32_SCHEMA, 1)).commit();
            task.put(typed(2, Schema.INT64_SCHEMA, 1L << 40)).commit();
            assertThat(type(task, "v")).isEqualTo("BIGINT NOT NULL");
            task.put(typed(3, Schema.STRING_SCHEMA, "x")).commit();
            assertThat(type(task, "v")).isEqualTo("STRING NOT NULL");
            assertThat(rows(task)).containsExactly("+I[1, 1]", "+I[2, 1099511627776]", "+I[3, x]");
        }
    }

    @Test
    void whereOldValuesWouldLoseTheirMeaningTheRecordIsBadAndSaysWhy() {
        try (EngineTask task =
                task("string", "tables.orders.types.at", "TIMESTAMP_LTZ(3)", "options.sequence.field", "v")) {
            task.put(records.schemaless(
                            map("id", 1L),
                            map(
                                    "id",
                                    1L,
                                    "v",
                                    1L,
                                    "at",
                                    "2026-01-31T10:00:00Z",
                                    "raw",
                                    new byte[1],
                                    "list",
                                    List.of(1L))))
                    .commit();
            Object[][] conflicts = {{"v", "x"}, {"at", true}, {"raw", true}, {"list", "x"}, {"list", List.of("x")}};
            for (Object[] conflict : conflicts) {
                task.put(records.schemaless(map("id", 2L), map("id", 2L, "v", 1L, (String) conflict[0], conflict[1])));
            }
            task.put(records.schemaless(map("id", "x"), map("id", "x", "v", 1L)))
                    .commit();
            assertThat(task.errors())
                    .extracting(error -> error.substring(error.lastIndexOf("help here: ") + 11))
                    .containsExactly(
                            "the table's options [sequence.field] use the column",
                            "old values of TIMESTAMP(3) WITH LOCAL TIME ZONE would be other texts in each reader's time zone",
                            "old values of BYTES need not be text",
                            "only scalar columns become text, this one is ARRAY<BIGINT>",
                            "only scalar columns become text, this one is ARRAY<BIGINT>",
                            "a column of the primary key or of the partition never changes");
            assertThat(task.table("orders").schema().id()).isZero();
        }
    }

    @Test
    void aValueThatIsNoTextLeavesTheColumnAsItIs() {
        try (EngineTask task = task("string")) {
            task.put(json(1, 1L), json(2, map("a", 1L)), json(3, List.of(1L))).commit();
            assertThat(task.errors())
                    .hasSize(2)
                    .allSatisfy(error -> assertThat(error).endsWith("the value is neither text, number nor boolean"));
            assertThat(type(task, "v")).isEqualTo("BIGINT");
        }
    }

    @Test
    void stringNeedsFullEvolution() {
        assertThatThrownBy(() ->
                        TestSettings.of(Map.of("schema.conflict.policy", "string", "schema.evolution", "add-columns")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.evolution=add-columns does not allow");
        assertThat(TestSettings.of(Map.of("schema.conflict.policy", "string"))).isInstanceOf(SinkSettings.class);
    }
}

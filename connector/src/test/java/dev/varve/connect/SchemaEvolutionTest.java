package dev.varve.connect;

import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.EngineTask;
import dev.varve.connect.testing.ReadByBoth;
import dev.varve.connect.testing.Records;
import dev.varve.table.TableId;
import dev.varve.table.WarehouseOver;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeParser;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table follows its stream, by the real engine. Every commit makes a data file, so that what is read is of several schemas; it
 * is read by Varve and by Apache Paimon.
 */
class SchemaEvolutionTest {
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    @TempDir
    private Path temporary;

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Records records = new Records();

    private EngineTask task(String... settings) {
        Map<String, Object> properties = map((Object[]) settings);
        return new EngineTask(
                store, env, properties.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry ->
                        (String) entry.getValue())));
    }

    private List<String> rows(EngineTask task) {
        return ReadByBoth.rows(task.table("orders"), store, temporary);
    }

    private static String columns(EngineTask task) {
        return task.table("orders").schema().fields().stream()
                .map(field -> field.name() + " " + field.type())
                .collect(Collectors.joining(", "))
                .replace("`", "");
    }

    private static long schemaId(EngineTask task) {
        return task.table("orders").schema().id();
    }

    private SinkRecord row(Schema type, Object... namesAndValues) {
        Struct row = struct(type, namesAndValues);
        return records.structs(struct(KEY, "id", row.get("id")), row);
    }

    private SinkRecord json(Object... namesAndValues) {
        Map<String, Object> row = map(namesAndValues);
        return records.schemaless(map("id", row.get("id")), row);
    }

    private void create(String... namesAndTypes) {
        DataField[] fields = new DataField[namesAndTypes.length / 2 + 1];
        fields[0] = new DataField(0, "id", DataTypes.BIGINT.notNull());
        for (int i = 1; i < fields.length; i++) {
            fields[i] = new DataField(i, namesAndTypes[2 * i - 2], TypeParser.parse(namesAndTypes[2 * i - 1]));
        }
        WarehouseOver.of(store, "/w", env)
                .create(
                        new TableId("default", "orders"),
                        new TableSpec(
                                Arrays.asList(fields),
                                List.of("id"),
                                List.of(),
                                Map.of("bucket", "1"),
                                Optional.empty()));
    }

    private static Schema optional(Object... namesAndSchemas) {
        SchemaBuilder builder = SchemaBuilder.struct().optional();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            builder.field((String) namesAndSchemas[i], (Schema) namesAndSchemas[i + 1]);
        }
        return builder.build();
    }

    private static Schema list(Schema element) {
        return SchemaBuilder.array(element).optional().build();
    }

    private static Schema mapOf(Schema value) {
        return SchemaBuilder.map(Schema.STRING_SCHEMA, value).optional().build();
    }

    // ---- New columns

    @Test
    void newFieldsComeAtEveryDepthAndOldRecordsGoOnLanding() {
        Schema inner = optional("a", Schema.OPTIONAL_INT32_SCHEMA);
        Schema wider = optional("b", Schema.OPTIONAL_STRING_SCHEMA, "a", Schema.OPTIONAL_INT32_SCHEMA);
        Schema old = schema("id", Schema.INT64_SCHEMA, "r", inner, "l", list(inner), "m", mapOf(inner));
        Schema now = schema(
                "id",
                Schema.INT64_SCHEMA,
                "r",
                wider,
                "x",
                Schema.OPTIONAL_STRING_SCHEMA,
                "l",
                list(wider),
                "m",
                mapOf(wider));
        Struct one = struct(inner, "a", 1);
        Struct two = struct(wider, "a", 2, "b", "two");
        try (EngineTask task = task()) {
            task.put(row(old, "id", 1L, "r", one, "l", List.of(one, one), "m", Map.of("k", one)))
                    .commit();
            task.put(row(now, "id", 2L, "r", two, "l", List.of(two), "m", Map.of("k", two), "x", "new"))
                    .commit();
            task.put(row(old, "id", 3L, "r", one, "l", List.of(), "m", Map.of()))
                    .commit();
            assertThat(schemaId(task)).isEqualTo(1);
            assertThat(columns(task))
                    .isEqualTo("id BIGINT NOT NULL, r ROW<a INT, b STRING>, l ARRAY<ROW<a INT, b STRING>>,"
                            + " m MAP<STRING NOT NULL, ROW<a INT, b STRING>>, x STRING");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, +I[1, null], [+I[1, null], +I[1, null]], GenericMap[keys=[k], values=[+I[1, null]]], null]",
                            "+I[2, +I[2, two], [+I[2, two]], GenericMap[keys=[k], values=[+I[2, two]]], new]",
                            "+I[3, +I[1, null], [], GenericMap[keys=[], values=[]], null]");
        }
    }

    @Test
    void withoutSchemasNewFieldsComeAtEveryDepthToo() {
        try (EngineTask task = task()) {
            task.put(json("id", 1L, "r", map("a", 1L), "l", List.of(map("a", 1L))))
                    .commit();
            task.put(json("id", 2L, "l", List.of(map("a", 2L), map("b", "b", "c", map("d", true))), "x", 1.5))
                    .commit();
            task.put(json("id", 3L, "r", map("a", 3L, "b", List.of("s")), "l", null), json("id", 4L))
                    .commit();
            assertThat(columns(task))
                    .isEqualTo("id BIGINT NOT NULL, r ROW<a BIGINT, b ARRAY<STRING>>,"
                            + " l ARRAY<ROW<a BIGINT, b STRING, c ROW<d BOOLEAN>>>, x DOUBLE");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, +I[1, null], [+I[1, null, null]], null]",
                            "+I[2, null, [+I[2, null, null], +I[null, b, +I[true]]], 1.5]",
                            "+I[3, +I[3, [s]], null, null]",
                            "+I[4, null, null, null]");
        }
    }

    // ---- Wider types

    private static Schema decimal(int precision, int scale) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .optional()
                .build();
    }

    @Test
    void typesGetWiderAtEveryDepthAndOldFilesAreReadSo() {
        Schema small = optional("n", Schema.OPTIONAL_INT16_SCHEMA);
        Schema large = optional("n", Schema.OPTIONAL_INT64_SCHEMA);
        Schema old = schema(
                "id",
                Schema.INT64_SCHEMA,
                "i",
                Schema.OPTIONAL_INT8_SCHEMA,
                "f",
                Schema.OPTIONAL_FLOAT32_SCHEMA,
                "d",
                decimal(5, 2),
                "e",
                Schema.OPTIONAL_INT32_SCHEMA,
                "r",
                small,
                "l",
                list(Schema.OPTIONAL_INT32_SCHEMA),
                "lr",
                list(small),
                "m",
                mapOf(Schema.OPTIONAL_FLOAT32_SCHEMA));
        Schema now = schema(
                "id", Schema.INT64_SCHEMA,
                "i", Schema.OPTIONAL_INT64_SCHEMA,
                "f", Schema.OPTIONAL_FLOAT64_SCHEMA,
                "d", decimal(9, 4),
                "e", decimal(12, 1),
                "r", large,
                "l", list(Schema.OPTIONAL_INT64_SCHEMA),
                "lr", list(large),
                "m", mapOf(Schema.OPTIONAL_FLOAT64_SCHEMA));
        SinkRecord first = row(
                old,
                "id",
                1L,
                "i",
                (byte) 1,
                "f",
                1.5f,
                "d",
                new BigDecimal("123.45"),
                "e",
                7,
                "r",
                struct(small, "n", (short) 1),
                "l",
                List.of(1),
                "lr",
                List.of(struct(small, "n", (short) 2)),
                "m",
                Map.of("k", 0.5f));
        SinkRecord second = row(
                now,
                "id",
                2L,
                "i",
                1L << 40,
                "f",
                1e300,
                "d",
                new BigDecimal("12345.6789"),
                "e",
                new BigDecimal("12345678901.5"),
                "r",
                struct(large, "n", 1L << 40),
                "l",
                List.of(1L << 40),
                "lr",
                List.of(struct(large, "n", 1L << 41)),
                "m",
                Map.of("k", 1e-300));
        try (EngineTask task = task()) {
            task.put(first).commit();
            task.put(second).commit();
            assertThat(columns(task))
                    .isEqualTo(
                            "id BIGINT NOT NULL, i BIGINT, f DOUBLE, d DECIMAL(9, 4), e DECIMAL(12, 1), r ROW<n BIGINT>,"
                                    + " l ARRAY<BIGINT>, lr ARRAY<ROW<n BIGINT>>, m MAP<STRING NOT NULL, DOUBLE>");
            assertThat(schemaId(task)).isEqualTo(1);
            SinkRecord late = records.moved(first);
            task.put(late).commit();
            assertThat(schemaId(task)).isEqualTo(1);
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, 1, 1.5, 123.4500, 7.0, +I[1], [1], [+I[2]], GenericMap[keys=[k], values=[0.5]]]",
                            "+I[2, 1099511627776, 1.0E300, 12345.6789, 12345678901.5, +I[1099511627776],"
                                    + " [1099511627776], [+I[2199023255552]], GenericMap[keys=[k], values=[1.0E-300]]]");
        }
    }

    @Test
    void valuesWidenWhatSchemasLeaveOpen() {
        create("s", "VARCHAR(3)", "b", "VARBINARY(2)", "at", "TIMESTAMP(3)", "n", "DECIMAL(4, 1)", "l", "ARRAY<INT>");
        try (EngineTask task = task()) {
            task.put(json("id", 1L, "s", "abc", "at", "2026-01-31T10:00:00.123", "n", "1.5", "l", List.of(1L)))
                    .commit();
            task.put(json(
                            "id",
                            2L,
                            "s",
                            "abcd",
                            "b",
                            "AQID",
                            "at",
                            "2026-01-31T10:00:00.123456",
                            "n",
                            "1234.56",
                            "l",
                            List.of(1L << 40)))
                    .commit();
            assertThat(task.errors()).isEmpty();
            assertThat(columns(task))
                    .isEqualTo(
                            "id BIGINT NOT NULL, s STRING, b BYTES, at TIMESTAMP(6), n DECIMAL(6, 2), l ARRAY<BIGINT>");
            assertThat(rows(task)).hasSize(2).first().isEqualTo("+I[1, abc, null, 2026-01-31T10:00:00.123, 1.50, [1]]");
        }
    }

    @Test
    void whatMustNotBeNullBecomesNullableAtEveryDepth() {
        create("v", "INT NOT NULL");
        Schema inner = schema("a", Schema.INT32_SCHEMA);
        Schema strict =
                schema("id", Schema.INT64_SCHEMA, "v", Schema.INT32_SCHEMA, "w", Schema.STRING_SCHEMA, "r", inner);
        Schema loose = schema("id", Schema.INT64_SCHEMA, "w", Schema.OPTIONAL_STRING_SCHEMA);
        try (EngineTask task = task()) {
            task.put(row(strict, "id", 1L, "v", 1, "w", "w", "r", struct(inner, "a", 1)))
                    .commit();
            task.put(row(loose, "id", 2L)).commit();
            long settled = schemaId(task);
            task.put(row(strict, "id", 3L, "v", 3, "w", "w", "r", struct(inner, "a", 3)))
                    .commit();
            task.put(row(loose, "id", 4L)).commit();
            assertThat(schemaId(task)).isEqualTo(settled);
            assertThat(columns(task)).isEqualTo("id BIGINT NOT NULL, v INT, w STRING, r ROW<a INT>");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, 1, w, +I[1]]",
                            "+I[2, null, null, null]",
                            "+I[3, 3, w, +I[3]]",
                            "+I[4, null, null, null]");
        }
    }

    @Test
    void nestedPartsThatMustNotBeNullBecomeNullable() {
        createNested();
        try (EngineTask task = task()) {
            task.put(json(
                            "id",
                            1L,
                            "r",
                            map("a", 1L),
                            "l",
                            List.of(1L),
                            "lr",
                            List.of(map("a", 1L)),
                            "m",
                            map("k", 1L)))
                    .commit();
            task.put(json("id", 2L, "r", map("b", 2L))).commit();
            task.put(json("id", 3L, "l", Arrays.asList(3L, null))).commit();
            task.put(json("id", 4L, "lr", Arrays.asList(map("b", 4L), null))).commit();
            task.put(json("id", 5L, "m", map("k", null))).commit();
            assertThat(task.errors()).isEmpty();
            assertThat(columns(task))
                    .isEqualTo("id BIGINT NOT NULL, r ROW<a BIGINT, b BIGINT>, l ARRAY<BIGINT>,"
                            + " lr ARRAY<ROW<a BIGINT, b BIGINT>>, m MAP<STRING NOT NULL, BIGINT>");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, +I[1, null], [1], [+I[1, null]], GenericMap[keys=[k], values=[1]]]",
                            "+I[2, +I[null, 2], null, null, null]",
                            "+I[3, null, [3, null], null, null]",
                            "+I[4, null, null, [+I[null, 4], null], null]",
                            "+I[5, null, null, null, GenericMap[keys=[k], values=[null]]]");
        }
    }

    private void createNested() {
        DataField a = new DataField(0, "a", DataTypes.BIGINT.notNull());
        List<DataField> fields = List.of(
                new DataField(0, "id", DataTypes.BIGINT.notNull()),
                new DataField(1, "r", DataTypes.row(a)),
                new DataField(2, "l", DataTypes.array(DataTypes.BIGINT.notNull())),
                new DataField(3, "lr", DataTypes.array(DataTypes.row(a).notNull())),
                new DataField(4, "m", DataTypes.map(DataTypes.STRING.notNull(), DataTypes.BIGINT.notNull())));
        WarehouseOver.of(store, "/w", env)
                .create(
                        new TableId("default", "orders"),
                        new TableSpec(fields, List.of("id"), List.of(), Map.of("bucket", "1"), Optional.empty()));
    }

    // ---- What stays

    @Test
    void droppedAndRenamedColumnsStayAndOrderDoesNotMatter() {
        Schema first = schema(
                "id", Schema.INT64_SCHEMA, "a", Schema.OPTIONAL_STRING_SCHEMA, "b", Schema.OPTIONAL_INT32_SCHEMA);
        Schema renamed = schema(
                "c", Schema.OPTIONAL_STRING_SCHEMA, "b", Schema.OPTIONAL_INT32_SCHEMA, "id", Schema.INT64_SCHEMA);
        Schema dropped = schema("c", Schema.OPTIONAL_STRING_SCHEMA, "id", Schema.INT64_SCHEMA);
        try (EngineTask task = task()) {
            task.put(row(first, "id", 1L, "a", "x", "b", 1)).commit();
            task.put(row(renamed, "c", "y", "b", 2, "id", 2L)).commit();
            task.put(row(dropped, "c", "z", "id", 1L), row(dropped, "c", "z", "id", 3L))
                    .commit();
            task.put(row(first, "id", 4L, "a", "late", "b", 4)).commit();
            assertThat(schemaId(task)).isEqualTo(1);
            assertThat(columns(task)).isEqualTo("id BIGINT NOT NULL, a STRING, b INT, c STRING");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, null, null, z]",
                            "+I[2, null, 2, y]",
                            "+I[3, null, null, z]",
                            "+I[4, late, 4, null]");
        }
    }

    @Test
    void oldAndNewRecordsInTurnNeverChangeTheTableBackAndForth() {
        Schema old = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT32_SCHEMA, "gone", Schema.INT32_SCHEMA);
        Schema now = schema("id", Schema.INT64_SCHEMA, "n", Schema.OPTIONAL_INT64_SCHEMA, "s", Schema.STRING_SCHEMA);
        long settled = -1;
        for (long i = 0; i < 6; i++) {
            try (EngineTask task = task()) {
                task.put(
                                row(old, "id", 2 * i, "n", 1, "gone", 1),
                                i % 2 == 0
                                        ? row(now, "id", 2 * i + 1, "n", 1L << 40, "s", "s")
                                        : row(now, "id", 2 * i + 1, "n", null, "s", "s"))
                        .commit();
                assertThat(task.errors()).isEmpty();
                settled = i == 1 ? schemaId(task) : settled;
                assertThat(i < 1 || schemaId(task) == settled).isTrue();
                assertThat(rows(task)).hasSize((int) (2 * i + 2));
            }
        }
    }

    // ---- add-columns, none

    @Test
    void withAddColumnsOnlyColumnsCome() {
        try (EngineTask task = task("schema.evolution", "add-columns")) {
            task.put(json("id", 1L, "r", map("a", 1L), "n", 1L)).commit();
            task.put(
                            json("id", 2L, "r", map("a", 2L, "b", "b"), "n", 2L, "x", "x"),
                            json("id", 3L, "n", 1.5),
                            json("id", 4L, "r", map("a", 4L)))
                    .commit();
            assertThat(columns(task)).isEqualTo("id BIGINT NOT NULL, r ROW<a BIGINT, b STRING>, n BIGINT, x STRING");
            assertThat(rows(task))
                    .containsExactly(
                            "+I[1, +I[1, null], 1, null]", "+I[2, +I[2, b], 2, x]", "+I[4, +I[4, null], null, null]");
            assertThat(task.errors())
                    .singleElement()
                    .asString()
                    .contains("[reason=does-not-fit", "DECIMAL(20, 1) would, but schema.evolution is add-columns");
        }
    }

    @Test
    void withoutEvolutionTheTableStaysAndUnknownFieldsFollowTheirPolicy() {
        for (String policy : List.of("fail", "ignore")) {
            try (EngineTask task = task("schema.evolution", "none", "unknown.field.policy", policy)) {
                task.put(
                                json("id", 1L, "r", map("a", 1L), "n", 1L),
                                json("id", policy, "n", 1L),
                                json("id", 2L, "r", map("a", 2L, "b", 2L), "n", 2L),
                                json("id", 3L, "n", 3L, "x", 3L),
                                json("id", 4L, "n", 1.5))
                        .commit();
                assertThat(schemaId(task)).isZero();
                assertThat(columns(task)).isEqualTo("id BIGINT NOT NULL, r ROW<a BIGINT>, n BIGINT");
                assertThat(task.errors())
                        .extracting(error -> error.substring(0, error.indexOf(' ')))
                        .containsExactlyElementsOf(
                                policy.equals("fail")
                                        ? List.of(
                                                "[reason=wrong-type",
                                                "[reason=unknown-field",
                                                "[reason=unknown-field",
                                                "[reason=does-not-fit")
                                        : List.of("[reason=wrong-type", "[reason=does-not-fit"));
                assertThat(rows(task))
                        .containsExactlyElementsOf(
                                policy.equals("fail")
                                        ? List.of("+I[1, +I[1], 1]")
                                        : List.of("+I[1, +I[1], 1]", "+I[2, +I[2], 2]", "+I[3, null, 3]"));
            }
        }
    }
}

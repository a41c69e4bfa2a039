package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.envelope;
import static dev.varve.connect.testing.Records.map;
import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.BadRecordException.Reason;
import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.SampleRecords;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class TableConverterTest {
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    private final Records records = new Records();

    private static Struct key(long id) {
        return struct(KEY, "id", id);
    }

    @Test
    void newColumnsComeAtTheEndInOneSchema() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", 1L)));
        landing.put(records.schemaless(map("id", 2L), map("z", "z", "b", true, "id", 2L, "a", 2L)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\na BIGINT\nb BOOLEAN\nz STRING\n");
        assertThat(landing.only().schema().id()).isEqualTo(1);
        assertThat(landing.only().written()).containsExactly("+I[1, 1]", "+I[2, 2, true, z]");
    }

    @Test
    void newColumnsOfASchemaComeEvenIfTheirValueIsNull() {
        Landing landing = new Landing(Map.of());
        Schema wider = schema(
                "id",
                Schema.INT64_SCHEMA,
                "note",
                SchemaBuilder.string().optional().doc("a note").build());
        landing.put(records.structs(key(1), key(1)));
        landing.put(records.structs(key(1), struct(wider, "id", 1L)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nnote STRING\n");
        assertThat(landing.only().schema().fields().get(1).description()).contains("a note");
    }

    @Test
    void typesWidenWithTheSchemaOfTheStreamAndLateRecordsChangeNothing() {
        Landing landing = new Landing(Map.of());
        Schema narrow = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT32_SCHEMA, "f", Schema.FLOAT32_SCHEMA);
        Schema wide = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT64_SCHEMA, "f", Schema.FLOAT64_SCHEMA);
        landing.put(records.structs(key(1), struct(narrow, "id", 1L, "n", 1, "f", 0.5f)));
        landing.put(records.structs(key(2), struct(wide, "id", 2L, "n", 2L, "f", 0.1)));
        landing.put(records.structs(key(3), struct(narrow, "id", 3L, "n", 3, "f", 1.5f)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nn BIGINT NOT NULL\nf DOUBLE NOT NULL\n");
        assertThat(landing.only().schema().id()).isEqualTo(1);
        assertThat(landing.only().rows()).containsExactly("+I[1, 1, 0.5]", "+I[2, 2, 0.1]", "+I[3, 3, 1.5]");
    }

    @Test
    void nestedRowsEvolveToo() {
        Landing landing = new Landing(Map.of());
        Schema inner = SchemaBuilder.struct()
                .optional()
                .field("x", Schema.INT32_SCHEMA)
                .build();
        Schema widerInner = SchemaBuilder.struct()
                .optional()
                .field("x", Schema.INT64_SCHEMA)
                .field("y", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Schema before = schema(
                "id",
                Schema.INT64_SCHEMA,
                "r",
                inner,
                "l",
                SchemaBuilder.array(inner).build());
        Schema after = schema(
                "id",
                Schema.INT64_SCHEMA,
                "r",
                widerInner,
                "l",
                SchemaBuilder.array(widerInner).build());
        landing.put(records.structs(
                key(1), struct(before, "id", 1L, "r", struct(inner, "x", 1), "l", List.of(struct(inner, "x", 2)))));
        landing.put(records.structs(
                key(2),
                struct(
                        after,
                        "id",
                        2L,
                        "r",
                        struct(widerInner, "x", 1L, "y", "a"),
                        "l",
                        List.of(struct(widerInner, "x", 2L, "y", "b")))));
        assertThat(landing.only().columns())
                .isEqualTo(
                        "id BIGINT NOT NULL\nr ROW<`x` BIGINT, `y` STRING>\nl ARRAY<ROW<`x` BIGINT, `y` STRING>> NOT NULL\n");
        assertThat(landing.only().written()).containsExactly("+I[1, +I[1], [+I[2]]]", "+I[2, +I[1, a], [+I[2, b]]]");
    }

    @Test
    void nestedMapsWithoutSchemaEvolveToo() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "r", map("x", 1L), "l", List.of(map("x", 1L)))));
        landing.put(records.schemaless(
                map("id", 2L), map("id", 2L, "r", map("x", 2L, "y", "a"), "l", List.of(map("y", "b"), map("z", 1L)))));
        assertThat(landing.only().columns())
                .isEqualTo("id BIGINT NOT NULL\nr ROW<`x` BIGINT, `y` STRING>\nl ARRAY<ROW<`x` BIGINT, `y` STRING, `z`"
                        + " BIGINT>>\n");
        assertThat(landing.only().written().get(1))
                .isEqualTo("+I[2, +I[2, a], [+I[null, b, null], +I[null, null, 1]]]");
    }

    @Test
    void whatTellsNoTypeWaitsForAValueThatDoes() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", null, "b", List.of(), "c", map())));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\n");
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", null, "b", List.of(1L), "c", map("d", 1L))));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nb ARRAY<BIGINT>\nc ROW<`d` BIGINT>\n");
    }

    @Test
    void aColumnBecomesNullableWhenANullComesAndNotBefore() {
        Landing landing = new Landing(Map.of());
        Schema required = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT32_SCHEMA);
        Schema optional = schema("id", Schema.INT64_SCHEMA, "n", Schema.OPTIONAL_INT32_SCHEMA);
        landing.put(records.structs(key(1), struct(required, "id", 1L, "n", 1)));
        landing.put(records.structs(key(2), struct(optional, "id", 2L, "n", 2)));
        assertThat(landing.only().columns()).contains("n INT NOT NULL");
        landing.put(records.structs(key(3), struct(optional, "id", 3L)));
        assertThat(landing.only().columns()).contains("n INT\n");
        assertThat(landing.only().rows()).containsExactly("+I[1, 1]", "+I[2, 2]", "+I[3, null]");
    }

    @Test
    void anExplicitNullIsNotReplacedByTheSchemasDefault() {
        Landing landing = new Landing(Map.of());
        Schema row = schema(
                "id", Schema.INT64_SCHEMA,
                "optional", SchemaBuilder.int32().optional().defaultValue(5).build(),
                "required", SchemaBuilder.int32().defaultValue(6).build());
        landing.put(records.structs(key(1), struct(row, "id", 1L, "optional", null)));
        assertThat(landing.only().rows()).containsExactly("+I[1, null, 6]");
    }

    @Test
    void keyColumnsComeFromTheRecordKeyIfTheRowHasNone() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("name", "x")));
        landing.put(records.schemaless(map("id", 2L), map("name", "y")));
        landing.put(records.schemaless(map("id", 1L), null));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nname STRING\n");
        assertThat(landing.only().rows()).containsExactly("+I[2, y]");
    }

    @Test
    void aPrimitiveKeyIsTheOnlyKeyColumn() {
        Landing landing = new Landing(Map.of("tables.orders.primary-key", "id"));
        Schema row = schema("name", Schema.STRING_SCHEMA);
        landing.put(records.of(Schema.STRING_SCHEMA, "k1", row, struct(row, "name", "x")));
        landing.put(records.of(Schema.STRING_SCHEMA, "k2", row, struct(row, "name", "y")));
        landing.put(records.of(Schema.STRING_SCHEMA, "k1", null, null));
        assertThat(landing.only().columns()).isEqualTo("id STRING NOT NULL\nname STRING NOT NULL\n");
        assertThat(landing.only().written()).containsExactly("+I[k1, x]", "+I[k2, y]", "-D[k1, ]");
    }

    @Test
    void aKeyThatIsNotInTheRecordKeyCannotBeDeletedByIt() {
        Landing landing = new Landing(Map.of("tables.orders.primary-key", "id,region"));
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "region", "eu")));
        assertThatThrownBy(() -> landing.put(records.schemaless(map("id", 1L), null)))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(Reason.MISSING_KEY))
                .hasMessage(
                        "record shop.orders-0@1, field region: neither the row nor the record key has a value for it, and a"
                                + " column of the primary key must have one");
    }

    @Test
    void keysAreNeverWidened() {
        Landing landing = new Landing(Map.of());
        Schema narrow = schema("id", Schema.INT32_SCHEMA);
        landing.put(records.structs(struct(narrow, "id", 1), struct(narrow, "id", 1)));
        landing.put(records.structs(key(2), key(2)));
        assertThat(landing.only().rows()).containsExactly("+I[1]", "+I[2]");
        assertThatThrownBy(() -> landing.put(records.structs(key(3_000_000_000L), key(3_000_000_000L))))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(Reason.DOES_NOT_FIT))
                .hasMessageContaining("BIGINT would, but the type of a key, partition column or map key cannot change");
    }

    @Test
    void unknownFieldsFollowThePolicy() {
        Landing failing = new Landing(Map.of("schema.evolution", "none"));
        failing.put(records.schemaless(map("id", 1L), map("id", 1L)));
        failing.put(records.schemaless(map("id", 2L), map("id", 2L, "x", null)));
        assertThatThrownBy(() -> failing.put(records.schemaless(map("id", 3L), map("id", 3L, "x", 1L))))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(Reason.UNKNOWN_FIELD))
                .hasMessageContaining("field x: the table has no such column and schema.evolution is none");
        Schema wider = schema("id", Schema.INT64_SCHEMA, "x", Schema.OPTIONAL_INT64_SCHEMA);
        failing.put(records.structs(key(4), struct(wider, "id", 4L)));
        assertThatThrownBy(() -> failing.put(records.structs(key(5), struct(wider, "id", 5L, "x", 1L))))
                .hasMessageContaining("field x: the table has no such column");
        assertThat(failing.only().rows()).containsExactly("+I[1]", "+I[2]", "+I[4]");

        Landing ignoring = new Landing(Map.of("schema.evolution", "none", "unknown.field.policy", "ignore"));
        ignoring.put(records.schemaless(map("id", 1L), map("id", 1L)));
        ignoring.put(records.schemaless(map("id", 3L), map("id", 3L, "x", 1L)));
        ignoring.put(records.structs(key(5), struct(wider, "id", 5L, "x", 1L)));
        assertThat(ignoring.only().rows()).containsExactly("+I[1]", "+I[3]", "+I[5]");
    }

    @Test
    void addColumnsDoesNotWiden() {
        Landing landing = new Landing(Map.of("schema.evolution", "add-columns"));
        Schema narrow = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT32_SCHEMA);
        Schema wide = schema("id", Schema.INT64_SCHEMA, "n", Schema.INT64_SCHEMA, "m", Schema.OPTIONAL_INT32_SCHEMA);
        landing.put(records.structs(key(1), struct(narrow, "id", 1L, "n", 1)));
        landing.put(records.structs(key(2), struct(wide, "id", 2L, "n", 2L)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nn INT NOT NULL\nm INT\n");
        assertThatThrownBy(() -> landing.put(records.structs(key(3), struct(wide, "id", 3L, "n", 3_000_000_000L))))
                .hasMessageContaining(
                        "field n: the number is out of range, expected a value that INT holds exactly; BIGINT"
                                + " would, but schema.evolution is add-columns");
    }

    @Test
    void whereAScalarStandsAStructIsRefused() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", "x", "r", map("s", 1L))));
        assertThatThrownBy(() -> landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", map("x", 1L)))))
                .isInstanceOfSatisfying(
                        BadRecordException.class,
                        bad -> assertThat(bad.reason()).isEqualTo(Reason.WRONG_TYPE))
                .hasMessage(
                        "record shop.orders-0@1, field a: found a map, expected a text for a column of type STRING; let the"
                                + " source send that, or make the column with a type that fits, by"
                                + " tables.default.orders.types.a");
        assertThatThrownBy(() ->
                        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "r", map("s", List.of())))))
                .hasMessageContaining("field r.s: found a list, expected an integer for a column of type BIGINT");
        assertThatThrownBy(() -> landing.put(records.schemaless(map("id", 1L), map("id", 1L, "r", "text"))))
                .hasMessageContaining("field r: found a text, expected a struct or a map");
    }

    @Test
    void unavailableValuesAreNamedAndNull() {
        Landing landing = new Landing(Map.of());
        landing.putAll(SampleRecords.load("all-types-unchanged-toast.schemaless"));
        assertThat(landing.only().unavailable()).containsExactly(List.of(), List.of("c_big"));
        assertThat(landing.only().last("c_big")).isEqualTo("null");
    }

    @Test
    void unavailableValuesDoNotMakeAColumnNullableNorWidenIt() {
        Landing landing = new Landing(Map.of());
        Schema bytes = SchemaBuilder.array(Schema.INT32_SCHEMA).build();
        Schema row = schema("id", Schema.INT64_SCHEMA, "b", Schema.BYTES_SCHEMA, "l", bytes);
        String placeholder = "__debezium_unavailable_value";
        landing.put(records.structs(key(1), struct(row, "id", 1L, "b", new byte[] {1}, "l", List.of(1))));
        landing.put(records.structs(
                key(1),
                struct(
                        row,
                        "id",
                        1L,
                        "b",
                        placeholder.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        "l",
                        List.of(2))));
        landing.put(records.structs(
                key(1),
                struct(
                        row,
                        "id",
                        1L,
                        "b",
                        new byte[] {3},
                        "l",
                        placeholder.chars().boxed().toList())));
        assertThat(landing.only().unavailable()).containsExactly(List.of(), List.of("b"), List.of("l"));
        assertThat(landing.only().schema().id()).isZero();
    }

    @Test
    void placeholderIsASetting() {
        Landing landing = new Landing(Map.of("unavailable.value.placeholder", "n/a"));
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "a", "__debezium_unavailable_value", "b", "n/a")));
        assertThat(landing.only().unavailable()).containsExactly(List.of("b"));
        assertThat(landing.only().last("a")).isEqualTo("\"__debezium_unavailable_value\"");
    }

    @Test
    void deletesTakeWhatTheyKnowAndNeverChangeTheTable() {
        Landing landing = new Landing(Map.of());
        Schema row = SchemaBuilder.struct()
                .optional()
                .field("id", Schema.INT64_SCHEMA)
                .field("n", Schema.INT32_SCHEMA)
                .field("s", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        landing.put(records.structs(key(1), struct(row, "id", 1L, "n", 1, "s", "x")));
        landing.put(records.schemaless(
                map("id", 1L),
                envelope("d", map("id", 1L, "n", map("not", "a number"), "s", "x", "unknown", 1L), null)));
        landing.put(records.schemaless(map("id", 2L), envelope("d", map("id", 2L, "n", null, "s", null), null)));
        landing.put(records.schemaless(map("id", 3L), envelope("d", null, null)));
        assertThat(landing.only().written())
                .containsExactly("+I[1, 1, x]", "-D[1, 0, x]", "-D[2, 0, null]", "-D[3, 0, null]");
        assertThat(landing.only().schema().id()).isZero();
    }

    @Test
    void schemaObjectsThatSayTheSameShareAPlan() {
        Landing landing = new Landing(Map.of());
        for (int i = 0; i < 100; i++) {
            Schema fresh = schema("id", Schema.INT64_SCHEMA, "n", Schema.OPTIONAL_INT32_SCHEMA);
            landing.put(records.structs(key(i), struct(fresh, "id", (long) i, "n", i)));
        }
        assertThat(landing.only().rows()).hasSize(100).contains("+I[99, 99]");
    }

    @Test
    void schemaAndMapRecordsMix() {
        Landing landing = new Landing(Map.of());
        Schema row = schema(
                "id",
                Schema.INT64_SCHEMA,
                "d",
                SchemaBuilder.int32().name("io.debezium.time.Date").build());
        landing.put(records.structs(key(1), struct(row, "id", 1L, "d", 10)));
        landing.put(records.schemaless(map("id", 2L), map("id", 2L, "d", 11L)));
        landing.put(records.schemaless(map("id", 3L), map("id", 3L, "d", "1970-01-13")));
        assertThat(landing.only().rows()).containsExactly("+I[1, 10]", "+I[2, 11]", "+I[3, 12]");
    }

    @Test
    void rowsAreLentUntilTheNextEvent() {
        Landing landing = new Landing(Map.of());
        landing.put(records.schemaless(map("id", 1L), map("id", 1L, "l", Arrays.asList("a", null))));
        landing.put(records.schemaless(map("id", 2L), map("id", 2L, "l", null)));
        assertThat(landing.only().rows()).containsExactly("+I[1, [a, null]]", "+I[2, null]");
    }
}

package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.ReferenceSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Confluent's JSON Schema converter makes of documents. Its schemas are built here by hand, after its documentation: the
 * converter itself is not published in Maven Central.
 */
class JsonSchemaSchemasTest {
    private static final String ONE_OF = "io.confluent.connect.json.OneOf";
    private static final String ENUM = "io.confluent.connect.json.Enum";
    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    static Stream<Arguments> properties() {
        Schema oneOf = SchemaBuilder.struct()
                .name(ONE_OF)
                .field(ONE_OF + ".field.0", Schema.OPTIONAL_INT64_SCHEMA)
                .field(ONE_OF + ".field.1", Schema.OPTIONAL_STRING_SCHEMA)
                .optional()
                .build();
        Schema union = SchemaBuilder.struct()
                .name("connect_union_0")
                .parameter("org.apache.kafka.connect.data.Union", "connect_union_0")
                .field("connect_union_field_0", Schema.OPTIONAL_FLOAT64_SCHEMA)
                .field("connect_union_field_1", Schema.OPTIONAL_BOOLEAN_SCHEMA)
                .optional()
                .build();
        Schema enumeration = SchemaBuilder.string()
                .parameter(ENUM, "")
                .parameter(ENUM + ".low", "low")
                .parameter(ENUM + ".high", "high")
                .optional()
                .build();
        Schema map = SchemaBuilder.map(Schema.INT64_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                .optional()
                .build();
        return Stream.of(
                Arguments.of("integer", Schema.OPTIONAL_INT64_SCHEMA, Long.MIN_VALUE, "BIGINT", "-9223372036854775808"),
                Arguments.of("integer, connect.type int8", Schema.OPTIONAL_INT8_SCHEMA, (byte) -128, "TINYINT", "-128"),
                Arguments.of("number", Schema.OPTIONAL_FLOAT64_SCHEMA, 0.1, "DOUBLE", "0.1"),
                Arguments.of("number, connect.type float32", Schema.OPTIONAL_FLOAT32_SCHEMA, 0.1f, "FLOAT", "0.1"),
                Arguments.of(
                        "string, connect.type bytes", Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {1}, "BYTES", "[1]"),
                Arguments.of("enum", enumeration, "high", "STRING", "\"high\""),
                Arguments.of(
                        "a titled number",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .optional()
                                .build(),
                        1L,
                        "TIMESTAMP(6)",
                        "1970-01-01T00:00:00.000001"),
                Arguments.of(
                        "a titled decimal",
                        Decimal.builder(2)
                                .parameter("connect.decimal.precision", "10")
                                .optional()
                                .build(),
                        new BigDecimal("0.10"),
                        "DECIMAL(10, 2)",
                        "0.10"),
                Arguments.of(
                        "oneOf",
                        oneOf,
                        new Struct(oneOf).put(ONE_OF + ".field.1", "x"),
                        "ROW<`" + ONE_OF + ".field.0` BIGINT, `" + ONE_OF + ".field.1` STRING>",
                        "+I[null, x]"),
                Arguments.of(
                        "oneOf, generalized.sum.type.support",
                        union,
                        new Struct(union).put("connect_union_field_0", 0.5),
                        "ROW<`connect_union_field_0` DOUBLE, `connect_union_field_1` BOOLEAN>",
                        "+I[0.5, null]"),
                Arguments.of(
                        "array, connect.type map",
                        map,
                        Map.of(1L, "x"),
                        "MAP<BIGINT NOT NULL, STRING>",
                        "GenericMap[keys=[1], values=[x]]"),
                Arguments.of(
                        "array",
                        SchemaBuilder.array(Schema.OPTIONAL_FLOAT64_SCHEMA)
                                .optional()
                                .build(),
                        List.of(1.5),
                        "ARRAY<DOUBLE>",
                        "[1.5]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("properties")
    void eachKindOfPropertyLandsExactly(String kind, Schema schema, Object value, String column, String shown) {
        Landing landing = new Landing(Map.of());
        Records records = new Records();
        Schema document = schema("id", Schema.INT64_SCHEMA, "c", schema);
        landing.put(records.structs(struct(KEY, "id", 1L), struct(document, "id", 1L, "c", value)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nc " + column + "\n");
        assertThat(landing.only().last("c")).isEqualTo(shown);
        landing.put(records.structs(struct(KEY, "id", 2L), struct(document, "id", 2L)));
        assertThat(landing.only().last("c")).isEqualTo("null");
    }

    /** A reference to the document itself gives a schema that contains itself. */
    @Test
    void aDocumentThatContainsItselfIsRefused() {
        SchemaBuilder node = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA);
        node.field("child", new ReferenceSchema(node));
        Landing landing = new Landing(Map.of());
        landing.offer(new Records().structs(struct(KEY, "id", 1L), struct(node.build(), "id", 1L)));
        landing.offer(new Records()
                .structs(
                        struct(KEY, "id", 1L),
                        struct(
                                node,
                                "id",
                                1L,
                                "child",
                                struct(node.field("child").schema(), "id", 2L))));
        assertThat(landing.refusals())
                .isNotEmpty()
                .allSatisfy(refusal -> assertThat(refusal).contains("child", "a schema that contains itself"));
    }
}

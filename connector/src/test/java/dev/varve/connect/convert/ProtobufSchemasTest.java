package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.ReferenceSchema;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Confluent's Protobuf converter makes of messages. Its schemas are built here by hand, after its documentation: the converter
 * itself is not published in Maven Central.
 */
class ProtobufSchemasTest {
    private static final String TAG = "io.confluent.connect.protobuf.Tag";
    private static final String TYPE = "io.confluent.connect.protobuf.Type";
    private static final String ENUM = "io.confluent.connect.protobuf.Enum";

    private static final Schema KEY = schema("id", Schema.INT64_SCHEMA);

    private static Schema field(SchemaBuilder builder) {
        return builder.optional().parameter(TAG, "2").build();
    }

    private static Schema integer(SchemaBuilder builder, String type) {
        return field(builder.parameter(TYPE, type));
    }

    private static Schema enumeration(SchemaBuilder builder) {
        return field(builder.name("Mood")
                .parameter(ENUM, "Mood")
                .parameter(ENUM + ".LOW", "0")
                .parameter(ENUM + ".HIGH", "7"));
    }

    static Stream<Arguments> fields() {
        Schema wrapper = field(
                SchemaBuilder.struct().name("UInt64Value").field("value", integer(SchemaBuilder.int64(), "uint64")));
        Schema oneof = SchemaBuilder.struct()
                .name("io.confluent.connect.protobuf.Union.kind")
                .field("number", field(SchemaBuilder.int32()))
                .field("text", field(SchemaBuilder.string()))
                .optional()
                .build();
        Schema map = field(SchemaBuilder.map(field(SchemaBuilder.string()), integer(SchemaBuilder.int64(), "uint32"))
                .name("labels"));
        Schema repeated = field(SchemaBuilder.array(SchemaBuilder.struct()
                .name("Line")
                .field("n", field(SchemaBuilder.int32()))
                .optional()
                .build()));
        return Stream.of(
                Arguments.of("int32", field(SchemaBuilder.int32()), -1, "INT", "-1"),
                Arguments.of("sint32", integer(SchemaBuilder.int32(), "sint32"), -1, "INT", "-1"),
                Arguments.of(
                        "uint32", integer(SchemaBuilder.int64(), "uint32"), 4_294_967_295L, "BIGINT", "4294967295"),
                Arguments.of("int64", field(SchemaBuilder.int64()), -1L, "BIGINT", "-1"),
                Arguments.of("sfixed64", integer(SchemaBuilder.int64(), "sfixed64"), -1L, "BIGINT", "-1"),
                Arguments.of(
                        "uint64",
                        integer(SchemaBuilder.int64(), "uint64"),
                        -1L,
                        "DECIMAL(20, 0)",
                        "18446744073709551615"),
                Arguments.of(
                        "fixed64",
                        integer(SchemaBuilder.int64(), "fixed64"),
                        Long.MIN_VALUE,
                        "DECIMAL(20, 0)",
                        "9223372036854775808"),
                Arguments.of("int32 of an INT16", field(SchemaBuilder.int16()), (short) 5, "SMALLINT", "5"),
                Arguments.of(
                        "bytes", field(SchemaBuilder.bytes()), ByteBuffer.wrap(new byte[] {0, -1}), "BYTES", "[0, -1]"),
                Arguments.of("enum", enumeration(SchemaBuilder.string()), "HIGH", "STRING", "\"HIGH\""),
                Arguments.of("enum, int.for.enums", enumeration(SchemaBuilder.int32()), 7, "INT", "7"),
                Arguments.of(
                        "google.protobuf.Timestamp",
                        field(Timestamp.builder()),
                        Date.from(Instant.parse("1969-12-31T23:59:59.999Z")),
                        "TIMESTAMP(3)",
                        "1969-12-31T23:59:59.999"),
                Arguments.of(
                        "google.type.Date",
                        field(org.apache.kafka.connect.data.Date.builder()),
                        Date.from(Instant.parse("1969-12-31T00:00:00Z")),
                        "DATE",
                        "-1"),
                Arguments.of(
                        "google.type.TimeOfDay", field(Time.builder()), new Date(86_399_999L), "TIME(3)", "86399999"),
                Arguments.of(
                        "confluent.type.Decimal",
                        field(Decimal.builder(2).parameter("connect.decimal.precision", "10")),
                        new BigDecimal("-99999999.99"),
                        "DECIMAL(10, 2)",
                        "-99999999.99"),
                Arguments.of(
                        "google.protobuf.UInt64Value",
                        wrapper,
                        new Struct(wrapper).put("value", -1L),
                        "ROW<`value` DECIMAL(20, 0)>",
                        "+I[18446744073709551615]"),
                Arguments.of(
                        "oneof",
                        oneof,
                        new Struct(oneof).put("text", "x"),
                        "ROW<`number` INT, `text` STRING>",
                        "+I[null, x]"),
                Arguments.of(
                        "map",
                        map,
                        Map.of("a", 4_294_967_295L),
                        "MAP<STRING NOT NULL, BIGINT>",
                        "GenericMap[keys=[a], values=[4294967295]]"),
                Arguments.of(
                        "repeated message",
                        repeated,
                        List.of(new Struct(repeated.valueSchema()).put("n", 3)),
                        "ARRAY<ROW<`n` INT>>",
                        "[+I[3]]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void eachKindOfFieldLandsExactly(String kind, Schema schema, Object value, String column, String shown) {
        Landing landing = new Landing(Map.of());
        Records records = new Records();
        Schema message = SchemaBuilder.struct()
                .name("Order")
                .field("id", field(SchemaBuilder.int64()))
                .field("c", schema)
                .build();
        landing.put(records.structs(struct(KEY, "id", 1L), struct(message, "id", 1L, "c", value)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nc " + column + "\n");
        assertThat(landing.only().last("c")).isEqualTo(shown);
        landing.put(records.structs(struct(KEY, "id", 2L), struct(message, "id", 2L)));
        assertThat(landing.only().last("c")).isEqualTo("null");
    }

    /** The images of an envelope are one message; the second refers to the first. */
    @Test
    void envelopesWhoseImagesAreOneMessageLand() {
        SchemaBuilder row = SchemaBuilder.struct()
                .name("Value")
                .field("id", field(SchemaBuilder.int64()))
                .field("note", field(SchemaBuilder.string()))
                .optional();
        Schema source = SchemaBuilder.struct()
                .name("Source")
                .field("db", field(SchemaBuilder.string()))
                .field("table", field(SchemaBuilder.string()))
                .optional()
                .build();
        Schema after = new ReferenceSchema(row);
        Schema envelope = SchemaBuilder.struct()
                .name("Envelope")
                .field("before", row.build())
                .field("after", after)
                .field("source", source)
                .field("op", field(SchemaBuilder.string()))
                .field("ts_ms", field(SchemaBuilder.int64()))
                .build();
        Landing landing = new Landing(Map.of());
        Records records = new Records();
        for (String note : List.of("one", "two")) {
            landing.put(records.structs(
                    struct(KEY, "id", 1L),
                    struct(
                            envelope,
                            "after",
                            struct(after, "id", 1L, "note", note),
                            "source",
                            struct(source, "db", "shop", "table", "orders"),
                            "op",
                            note.equals("one") ? "c" : "u")));
        }
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nnote STRING\n");
        assertThat(landing.only().rows()).containsExactly("+I[1, two]");
        landing.put(records.structs(
                struct(KEY, "id", 1L),
                struct(envelope, "before", struct(row.build(), "id", 1L, "note", "two"), "op", "d")));
        assertThat(landing.only().rows()).isEmpty();
    }

    @Test
    void aMessageUsedTwiceGivesTwoColumns() {
        SchemaBuilder address = SchemaBuilder.struct()
                .name("Address")
                .field("city", field(SchemaBuilder.string()))
                .optional();
        Schema reference = new ReferenceSchema(address);
        Schema first = address.build();
        Schema message = schema("id", Schema.INT64_SCHEMA, "home", first, "work", reference);
        Landing landing = new Landing(Map.of());
        landing.put(new Records()
                .structs(
                        struct(KEY, "id", 1L),
                        struct(
                                message,
                                "id",
                                1L,
                                "home",
                                struct(first, "city", "Rome"),
                                "work",
                                struct(reference, "city", "Oslo"))));
        assertThat(landing.only().columns())
                .isEqualTo("id BIGINT NOT NULL\nhome ROW<`city` STRING>\nwork ROW<`city` STRING>\n");
        assertThat(landing.only().last("work")).isEqualTo("+I[Oslo]");
    }

    /** Two references to itself double the fields with each step: they must not be followed far. */
    @Test
    @Timeout(20)
    void aMessageThatContainsItselfIsRefused() {
        SchemaBuilder tree = SchemaBuilder.struct().name("Tree").field("v", field(SchemaBuilder.int32()));
        Schema left = new ReferenceSchema(tree);
        tree.field("left", left).field("right", new ReferenceSchema(tree));
        Schema message =
                schema("id", Schema.INT64_SCHEMA, "tree", tree.optional().build());
        Landing landing = new Landing(Map.of());
        landing.offer(new Records()
                .structs(
                        struct(KEY, "id", 1L),
                        struct(
                                message,
                                "id",
                                1L,
                                "tree",
                                struct(message.field("tree").schema(), "v", 1, "left", struct(left, "v", 2)))));
        assertThat(landing.refusals()).singleElement().asString().contains("tree", "a schema that contains itself");
    }
}

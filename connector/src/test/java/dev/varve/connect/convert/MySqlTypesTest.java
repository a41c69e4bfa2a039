package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.schema;
import static dev.varve.connect.testing.Records.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each type of MySQL and MariaDB in the schema that Debezium's connectors give it, at the edges of the type: the column that comes
 * of it, and the value in it. Schemas are those of Debezium's documentation of its MySQL connector.
 */
class MySqlTypesTest {
    private static Schema named(Schema.Type base, String name) {
        return new SchemaBuilder(base).name(name).optional().build();
    }

    private static Schema plain(Schema.Type base) {
        return new SchemaBuilder(base).optional().build();
    }

    private static Schema decimal(int precision, int scale) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .optional()
                .build();
    }

    private static Schema unsignedBigint() {
        return SchemaBuilder.int64()
                .parameter("__debezium.source.column.type", "BIGINT UNSIGNED")
                .optional()
                .build();
    }

    private static Schema geometry() {
        return SchemaBuilder.struct()
                .name("io.debezium.data.geometry.Geometry")
                .field("wkb", Schema.BYTES_SCHEMA)
                .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
                .optional()
                .build();
    }

    static Stream<Arguments> types() {
        Schema geometry = geometry();
        return Stream.of(
                Arguments.of("BIT(1)", plain(Schema.Type.BOOLEAN), true, "BOOLEAN", "true"),
                Arguments.of(
                        "BIT(10)",
                        named(Schema.Type.BYTES, "io.debezium.data.Bits"),
                        new byte[] {1, 2},
                        "BYTES",
                        "[1, 2]"),
                Arguments.of("TINYINT", plain(Schema.Type.INT16), (short) -128, "SMALLINT", "-128"),
                Arguments.of("TINYINT UNSIGNED", plain(Schema.Type.INT16), (short) 255, "SMALLINT", "255"),
                Arguments.of("SMALLINT", plain(Schema.Type.INT16), Short.MIN_VALUE, "SMALLINT", "-32768"),
                Arguments.of("SMALLINT UNSIGNED", plain(Schema.Type.INT32), 65_535, "INT", "65535"),
                Arguments.of("MEDIUMINT UNSIGNED", plain(Schema.Type.INT32), 16_777_215, "INT", "16777215"),
                Arguments.of("INT", plain(Schema.Type.INT32), Integer.MIN_VALUE, "INT", "-2147483648"),
                Arguments.of("INT UNSIGNED", plain(Schema.Type.INT64), 4_294_967_295L, "BIGINT", "4294967295"),
                Arguments.of("BIGINT", plain(Schema.Type.INT64), Long.MIN_VALUE, "BIGINT", "-9223372036854775808"),
                Arguments.of(
                        "BIGINT UNSIGNED, precise",
                        decimal(20, 0),
                        new BigDecimal("18446744073709551615"),
                        "DECIMAL(20, 0)",
                        "18446744073709551615"),
                Arguments.of("BIGINT UNSIGNED, long", unsignedBigint(), -1L, "DECIMAL(20, 0)", "18446744073709551615"),
                Arguments.of("FLOAT", plain(Schema.Type.FLOAT32), 0.1f, "FLOAT", "0.1"),
                Arguments.of("DOUBLE", plain(Schema.Type.FLOAT64), Double.MIN_VALUE, "DOUBLE", "4.9E-324"),
                Arguments.of("DECIMAL(10, 4)", decimal(10, 4), new BigDecimal("-0.0001"), "DECIMAL(10, 4)", "-0.0001"),
                Arguments.of(
                        "DECIMAL(65, 30)",
                        decimal(65, 30),
                        new BigDecimal("9".repeat(35) + "." + "9".repeat(30)),
                        "STRING",
                        "\"" + "9".repeat(35) + "." + "9".repeat(30) + "\""),
                Arguments.of("CHAR(2)", plain(Schema.Type.STRING), "\uD83D\uDE00", "STRING", "\"\uD83D\uDE00\""),
                Arguments.of("BINARY(2)", plain(Schema.Type.BYTES), new byte[] {0, -1}, "BYTES", "[0, -1]"),
                Arguments.of("DATE", named(Schema.Type.INT32, "io.debezium.time.Date"), -354_285, "DATE", "-354285"),
                Arguments.of(
                        "TIME(6)",
                        named(Schema.Type.INT64, "io.debezium.time.MicroTime"),
                        -3_020_399_000_001L,
                        "BIGINT",
                        "-3020399000001"),
                Arguments.of(
                        "DATETIME(3)",
                        named(Schema.Type.INT64, "io.debezium.time.Timestamp"),
                        253_402_300_799_999L,
                        "TIMESTAMP(3)",
                        "9999-12-31T23:59:59.999"),
                Arguments.of(
                        "DATETIME(6)",
                        named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"),
                        253_402_300_799_999_999L,
                        "TIMESTAMP(6)",
                        "9999-12-31T23:59:59.999999"),
                Arguments.of(
                        "TIMESTAMP(6)",
                        named(Schema.Type.STRING, "io.debezium.time.ZonedTimestamp"),
                        "2038-01-19T03:14:07.999999Z",
                        "TIMESTAMP(6) WITH LOCAL TIME ZONE",
                        "2038-01-19T03:14:07.999999"),
                Arguments.of("YEAR", named(Schema.Type.INT32, "io.debezium.time.Year"), 2155, "INT", "2155"),
                Arguments.of("JSON", named(Schema.Type.STRING, "io.debezium.data.Json"), "{}", "STRING", "\"{}\""),
                Arguments.of("ENUM", named(Schema.Type.STRING, "io.debezium.data.Enum"), "a", "STRING", "\"a\""),
                Arguments.of("SET", named(Schema.Type.STRING, "io.debezium.data.EnumSet"), "a,b", "STRING", "\"a,b\""),
                Arguments.of(
                        "GEOMETRY",
                        geometry,
                        new Struct(geometry).put("wkb", new byte[] {1}).put("srid", 4326),
                        "ROW<`wkb` BYTES, `srid` INT>",
                        "+I[[1], 4326]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void eachTypeLandsExactly(String source, Schema schema, Object value, String column, String shown) {
        Landing landing = new Landing(Map.of());
        Schema row = schema("id", Schema.INT64_SCHEMA, "c", schema);
        Schema key = schema("id", Schema.INT64_SCHEMA);
        Records records = new Records();
        landing.put(records.structs(struct(key, "id", 1L), struct(row, "id", 1L, "c", value)));
        assertThat(landing.only().columns()).isEqualTo("id BIGINT NOT NULL\nc " + column + "\n");
        assertThat(landing.only().last("c")).isEqualTo(shown);
        landing.put(records.structs(struct(key, "id", 2L), struct(row, "id", 2L)));
        assertThat(landing.only().last("c")).isEqualTo("null");
    }

    /** A time is a duration in MySQL; as text it looks as the database prints it. */
    @ParameterizedTest
    @MethodSource("times")
    void aTimeMayBecomeText(long micros, String text) {
        Landing landing = new Landing(Map.of("tables.orders.types.c", "STRING"));
        Schema row = schema("id", Schema.INT64_SCHEMA, "c", named(Schema.Type.INT64, "io.debezium.time.MicroTime"));
        landing.put(new Records()
                .structs(struct(schema("id", Schema.INT64_SCHEMA), "id", 1L), struct(row, "id", 1L, "c", micros)));
        assertThat(landing.only().last("c")).isEqualTo("\"" + text + "\"");
    }

    static Stream<Arguments> times() {
        return Stream.of(
                Arguments.of(-3_020_399_000_000L, "-838:59:59"),
                Arguments.of(3_020_399_999_999L, "838:59:59.999999"),
                Arguments.of(-1L, "-00:00:00.000001"),
                Arguments.of(0L, "00:00:00"));
    }
}

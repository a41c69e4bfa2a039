package dev.varve.connect.convert;

import static dev.varve.connect.testing.Records.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.connect.config.ConversionSettings;
import dev.varve.connect.config.InfinityPolicy;
import dev.varve.connect.config.SchemaConflictPolicy;
import dev.varve.connect.config.SchemaEvolution;
import dev.varve.connect.config.SchemalessDecimal;
import dev.varve.connect.config.UnknownFieldPolicy;
import dev.varve.connect.event.BadRecordException;
import dev.varve.connect.event.Origin;
import dev.varve.table.TableId;
import dev.varve.table.row.GenericArray;
import dev.varve.table.type.DataType;
import dev.varve.table.type.TypeParser;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of value in each kind of column: the internal form, a wider column, or the reason why not. */
class ValueConvertersTest {
    private static String convert(String type, Schema schema, Object value) {
        DataType parsed = TypeParser.parse(type);
        Attempt attempt = new Attempt(
                new TableId("default", "t"),
                new ConversionSettings(
                        SchemaEvolution.FULL,
                        SchemaConflictPolicy.DEAD_LETTER,
                        UnknownFieldPolicy.FAIL,
                        InfinityPolicy.FAIL,
                        SchemalessDecimal.TEXT),
                Map.of());
        attempt.begin(new Origin("t", 0, 0));
        ValueConverter converter =
                new ValueConverters(SchemalessDecimal.TEXT).create(schema, new Site(List.of("c"), parsed, true));
        try {
            Object converted = converter.convert(value, attempt);
            if (attempt.hasDrift()) {
                return attempt.drift()
                        .toString()
                        .replaceAll(".*newType=", "-> ")
                        .replaceAll("]*$", "");
            }
            Object shown = converted instanceof byte[] bytes ? Arrays.toString(bytes) : converted;
            return converted.getClass().getSimpleName() + " " + shown;
        } catch (BadRecordException e) {
            assertThat(e.field()).startsWith("c");
            return e.reason().toString();
        }
    }

    static Stream<Arguments> untyped() {
        return Stream.of(
                Arguments.of("BOOLEAN", true, "Boolean true"),
                Arguments.of("BOOLEAN", 1L, "Boolean true"),
                Arguments.of("BOOLEAN", (short) 0, "Boolean false"),
                Arguments.of("BOOLEAN", 2, "DOES_NOT_FIT"),
                Arguments.of("BOOLEAN", "FALSE", "Boolean false"),
                Arguments.of("BOOLEAN", "no", "DOES_NOT_FIT"),
                Arguments.of("BOOLEAN", map("a", 1), "WRONG_TYPE"),
                Arguments.of("TINYINT", 127L, "Byte 127"),
                Arguments.of("TINYINT", 128L, "-> SMALLINT"),
                Arguments.of("TINYINT", -40000L, "-> INT"),
                Arguments.of("SMALLINT", 3_000_000_000L, "-> BIGINT"),
                Arguments.of("INT", 5, "Integer 5"),
                Arguments.of("INT", 5.0, "Integer 5"),
                Arguments.of("INT", "5", "Integer 5"),
                Arguments.of("INT", "five", "WRONG_TYPE"),
                Arguments.of("INT", true, "WRONG_TYPE"),
                Arguments.of("INT", List.of(1), "WRONG_TYPE"),
                Arguments.of("INT", map("a", 1), "WRONG_TYPE"),
                Arguments.of("INT", Double.NaN, "DOES_NOT_FIT"),
                Arguments.of("INT", Float.POSITIVE_INFINITY, "DOES_NOT_FIT"),
                Arguments.of("BIGINT", Long.MIN_VALUE, "Long -9223372036854775808"),
                Arguments.of("BIGINT", 1.5, "-> DECIMAL(20, 1)"),
                Arguments.of("BIGINT", new BigInteger("9223372036854775807"), "Long 9223372036854775807"),
                Arguments.of("BIGINT", new BigInteger("9223372036854775808"), "-> DECIMAL(19, 0)"),
                Arguments.of("BIGINT", new BigInteger("9".repeat(39)), "DOES_NOT_FIT"),
                Arguments.of("BIGINT", new BigDecimal("1E+18"), "Long 1000000000000000000"),
                Arguments.of("BIGINT", "1E+1000000000", "DOES_NOT_FIT"),
                Arguments.of("BIGINT", "0E-1000000000", "Long 0"),
                Arguments.of("FLOAT", 1.5f, "Float 1.5"),
                Arguments.of("FLOAT", 1.5, "Float 1.5"),
                Arguments.of("FLOAT", Double.NaN, "Float NaN"),
                Arguments.of("FLOAT", 0.1, "-> DOUBLE"),
                Arguments.of("FLOAT", new BigDecimal("0.1"), "Float 0.1"),
                Arguments.of("FLOAT", 16777217L, "-> DOUBLE"),
                Arguments.of("DOUBLE", 0.1f, "Double 0.10000000149011612"),
                Arguments.of("DOUBLE", 1L, "Double 1.0"),
                Arguments.of("DOUBLE", "0.1", "Double 0.1"),
                Arguments.of("DOUBLE", "-Infinity", "Double -Infinity"),
                Arguments.of("DOUBLE", "NaN", "Double NaN"),
                Arguments.of("DOUBLE", 9007199254740993L, "DOES_NOT_FIT"),
                Arguments.of("DOUBLE", new BigDecimal("0.12345678901234567890"), "DOES_NOT_FIT"),
                Arguments.of("DOUBLE", "1E+1000000000", "DOES_NOT_FIT"),
                Arguments.of("DECIMAL(5, 2)", new BigDecimal("123.45"), "Decimal 123.45"),
                Arguments.of("DECIMAL(5, 2)", new BigDecimal("123.4500"), "Decimal 123.45"),
                Arguments.of("DECIMAL(5, 2)", new BigDecimal("0.005"), "-> DECIMAL(6, 3)"),
                Arguments.of("DECIMAL(5, 2)", new BigDecimal("1234"), "-> DECIMAL(6, 2)"),
                Arguments.of("DECIMAL(5, 2)", 7L, "Decimal 7.00"),
                Arguments.of("DECIMAL(5, 2)", 0.1, "Decimal 0.10"),
                Arguments.of("DECIMAL(5, 2)", "0E-1000000000", "Decimal 0.00"),
                Arguments.of("DECIMAL(5, 2)", "12.5", "Decimal 12.50"),
                Arguments.of("DECIMAL(5, 2)", "B1vNFQ==", "WRONG_TYPE"),
                Arguments.of("DECIMAL(5, 2)", map("scale", 1L, "value", "Dw=="), "Decimal 1.50"),
                Arguments.of("DECIMAL(38, 38)", BigDecimal.ONE, "DOES_NOT_FIT"),
                Arguments.of("DECIMAL(5, 2)", Double.NaN, "DOES_NOT_FIT"),
                Arguments.of("STRING", "text", "BinaryString text"),
                Arguments.of("STRING", 5L, "BinaryString 5"),
                Arguments.of("STRING", true, "BinaryString true"),
                Arguments.of("STRING", new BigDecimal("1E+3"), "BinaryString 1000"),
                Arguments.of("STRING", new BigDecimal("1E+1000000000"), "DOES_NOT_FIT"),
                Arguments.of("STRING", map("a", 1), "WRONG_TYPE"),
                Arguments.of("STRING", "x\uD834", "MALFORMED"),
                Arguments.of("STRING", "\uDD1Ex", "MALFORMED"),
                Arguments.of("STRING", new byte[1], "WRONG_TYPE"),
                Arguments.of("VARCHAR(2)", "𝄞𝄞", "BinaryString 𝄞𝄞"),
                Arguments.of("VARCHAR(2)", "𝄞𝄞𝄞", "-> STRING"),
                Arguments.of("BYTES", new byte[] {1, 2}, "byte[] [1, 2]"),
                Arguments.of("BYTES", ByteBuffer.wrap(new byte[] {0, 1, 2}, 1, 2), "byte[] [1, 2]"),
                Arguments.of("BYTES", "AQI=", "byte[] [1, 2]"),
                Arguments.of("BYTES", "not base64", "DOES_NOT_FIT"),
                Arguments.of("BYTES", 5L, "WRONG_TYPE"),
                Arguments.of("BINARY(2)", new byte[] {1, 2}, "byte[] [1, 2]"),
                Arguments.of("BINARY(2)", new byte[] {1}, "-> BYTES"),
                Arguments.of("VARBINARY(2)", new byte[] {1}, "byte[] [1]"),
                Arguments.of("DATE", 19782L, "Integer 19782"),
                Arguments.of("DATE", "2024-02-29", "Integer 19782"),
                Arguments.of("DATE", "2024-02-30", "DOES_NOT_FIT"),
                Arguments.of("DATE", new Date(86_400_000L), "Integer 1"),
                Arguments.of("DATE", new Date(-1L), "DOES_NOT_FIT"),
                Arguments.of("DATE", true, "WRONG_TYPE"),
                Arguments.of("TIME(3)", 86_399_999L, "Integer 86399999"),
                Arguments.of("TIME(3)", 86_400_000L, "DOES_NOT_FIT"),
                Arguments.of("TIME(3)", -1L, "DOES_NOT_FIT"),
                Arguments.of("TIME(6)", 45_296_123_000L, "Integer 45296123"),
                Arguments.of("TIME(6)", 45_296_123_456L, "DOES_NOT_FIT"),
                Arguments.of("TIME(9)", 1_000_000L, "Integer 1"),
                Arguments.of("TIME(0)", 1000L, "Integer 1000"),
                Arguments.of("TIME(0)", 1001L, "DOES_NOT_FIT"),
                Arguments.of("TIME(3)", "12:34:56.123", "Integer 45296123"),
                Arguments.of("TIME(3)", "12:34:56Z", "Integer 45296000"),
                Arguments.of("TIME(3)", "12:34:56.1234", "DOES_NOT_FIT"),
                Arguments.of("TIME(3)", "noon", "DOES_NOT_FIT"),
                Arguments.of("TIMESTAMP(3)", 1_700_000_000_123L, "Timestamp 2023-11-14T22:13:20.123"),
                Arguments.of("TIMESTAMP(6)", 1_700_000_000_123_456L, "Timestamp 2023-11-14T22:13:20.123456"),
                Arguments.of("TIMESTAMP(9)", -1L, "Timestamp 1969-12-31T23:59:59.999999999"),
                Arguments.of("TIMESTAMP(3)", "2023-11-14T22:13:20.1234", "-> TIMESTAMP(6)"),
                Arguments.of("TIMESTAMP(0)", 1001L, "-> TIMESTAMP(3)"),
                Arguments.of("TIMESTAMP(3)", new Date(1L), "Timestamp 1970-01-01T00:00:00.001"),
                Arguments.of("TIMESTAMP(3)", 1.5, "WRONG_TYPE"),
                Arguments.of("ARRAY<INT>", List.of(1L, 2L), "GenericArray [1, 2]"),
                Arguments.of("ARRAY<INT>", Arrays.asList(1L, null), "GenericArray [1, null]"),
                Arguments.of(
                        "ARRAY<INT NOT NULL>",
                        Arrays.asList(1L, null),
                        "[ChangeNullability[path=[c, element], nullable=true"),
                Arguments.of("ARRAY<INT>", List.of(3_000_000_000L, 1L), "-> BIGINT"),
                Arguments.of("ARRAY<INT>", 5L, "WRONG_TYPE"),
                Arguments.of("MAP<STRING, INT>", map("a", 1L), "GenericMap GenericMap[keys=[a], values=[1]]"),
                Arguments.of("MAP<INT, STRING>", map("1", "x"), "GenericMap GenericMap[keys=[1], values=[x]]"),
                Arguments.of("MAP<INT, STRING>", map("3000000000", "x"), "DOES_NOT_FIT"),
                Arguments.of(
                        "MAP<STRING, INT NOT NULL>",
                        map("a", null),
                        "[ChangeNullability[path=[c, value], nullable=true"),
                Arguments.of("MAP<STRING, INT>", List.of(), "WRONG_TYPE"),
                Arguments.of("ROW<a INT, b STRING>", map("b", "x"), "GenericRow +I[null, x]"),
                Arguments.of("ROW<a INT>", "x", "WRONG_TYPE"),
                Arguments.of("MULTISET<INT>", List.of(1), "WRONG_TYPE"));
    }

    @ParameterizedTest
    @MethodSource("untyped")
    void valuesWithoutSchema(String type, Object value, String expected) {
        assertThat(convert(type, null, value)).isEqualTo(expected);
    }

    static Stream<Arguments> typed() {
        Schema date = SchemaBuilder.int32().name("io.debezium.time.Date").build();
        Schema micros =
                SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
        Schema microTime =
                SchemaBuilder.int64().name("io.debezium.time.MicroTime").build();
        Schema millis = SchemaBuilder.int64().name("io.debezium.time.Timestamp").build();
        Schema nanos =
                SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").build();
        Schema connectTimestamp = org.apache.kafka.connect.data.Timestamp.SCHEMA;
        Schema unsigned = SchemaBuilder.int64()
                .parameter("__debezium.source.column.type", "BIGINT UNSIGNED")
                .build();
        Schema scaled = org.apache.kafka.connect.data.Decimal.schema(2046);
        Schema signed = SchemaBuilder.int64()
                .parameter("__debezium.source.column.type", "BIGINT")
                .build();
        Schema connectDate = org.apache.kafka.connect.data.Date.SCHEMA;
        return Stream.of(
                Arguments.of("DATE", date, 5, "Integer 5"),
                Arguments.of("DATE", Schema.INT32_SCHEMA, 5, "WRONG_TYPE"),
                Arguments.of("DATE", connectDate, new Date(0), "Integer 0"),
                Arguments.of("DATE", micros, 5L, "WRONG_TYPE"),
                Arguments.of("STRING", date, 5, "BinaryString 1970-01-06"),
                Arguments.of("STRING", connectDate, new Date(0), "BinaryString 1970-01-01"),
                Arguments.of("STRING", Schema.INT32_SCHEMA, 5, "BinaryString 5"),
                Arguments.of("STRING", date, -719_529, "BinaryString -0001-12-31"),
                Arguments.of("STRING", date, 2_932_897, "BinaryString +10000-01-01"),
                Arguments.of("STRING", date, -2_147_472_692, "BinaryString infinity"),
                Arguments.of("STRING", date, -2_147_472_691, "BinaryString -infinity"),
                Arguments.of("STRING", date, -622_191_234, "BinaryString infinity"),
                Arguments.of("STRING", date, -625_821_272, "BinaryString -infinity"),
                Arguments.of("STRING", date, Integer.MAX_VALUE, "BinaryString infinity"),
                Arguments.of("STRING", date, -2_440_589, "WRONG_TYPE"),
                Arguments.of("DATE", date, 2_145_042_905, "Integer 2145042905"),
                Arguments.of("DATE", date, 2_145_042_906, "INFINITE_TIME"),
                Arguments.of("DATE", date, -2_440_588, "Integer -2440588"),
                Arguments.of("STRING", scaled, new BigDecimal("-9999900").setScale(2046), "BinaryString -9999900"),
                Arguments.of("DECIMAL(7, 0)", scaled, new BigDecimal("-9999900").setScale(2046), "Decimal -9999900"),
                Arguments.of("STRING", connectDate, new Date(1), "WRONG_TYPE"),
                Arguments.of("STRING", millis, -1L, "BinaryString 1969-12-31T23:59:59.999"),
                Arguments.of("STRING", micros, 1_700_000_000_120_000L, "BinaryString 2023-11-14T22:13:20.12"),
                Arguments.of("STRING", micros, 9_223_372_036_825_200_000L, "BinaryString infinity"),
                Arguments.of("STRING", micros, -9_223_372_036_832_400_000L, "BinaryString -infinity"),
                Arguments.of("STRING", nanos, -1L, "BinaryString 1969-12-31T23:59:59.999999999"),
                Arguments.of("STRING", connectTimestamp, new Date(0), "BinaryString 1970-01-01T00:00:00"),
                Arguments.of("STRING", microTime, 86_400_000_000L, "BinaryString 24:00:00"),
                Arguments.of("STRING", microTime, -3_020_399_000_001L, "BinaryString -838:59:59.000001"),
                Arguments.of("STRING", microTime, -500_000L, "BinaryString -00:00:00.5"),
                Arguments.of("VARCHAR(3)", date, 5, "-> STRING"),
                Arguments.of("DECIMAL(20, 0)", unsigned, -1L, "Decimal 18446744073709551615"),
                Arguments.of("DECIMAL(20, 0)", unsigned, 1L, "Decimal 1"),
                Arguments.of("BIGINT", unsigned, Long.MAX_VALUE, "Long 9223372036854775807"),
                Arguments.of("BIGINT", unsigned, Long.MIN_VALUE, "-> DECIMAL(19, 0)"),
                Arguments.of("STRING", unsigned, -1L, "BinaryString 18446744073709551615"),
                Arguments.of("BIGINT", signed, -1L, "Long -1"),
                Arguments.of("BIGINT", micros, 5L, "Long 5"),
                Arguments.of("TIME(3)", microTime, 45_296_123_000L, "Integer 45296123"),
                Arguments.of("TIME(3)", microTime, Long.MAX_VALUE, "DOES_NOT_FIT"),
                Arguments.of("TIMESTAMP(3)", micros, 1_000L, "Timestamp 1970-01-01T00:00:00.001"),
                Arguments.of("TIMESTAMP(3)", micros, 1L, "-> TIMESTAMP(6)"),
                Arguments.of("TIMESTAMP(6) WITH LOCAL TIME ZONE", micros, 1L, "Timestamp 1970-01-01T00:00:00.000001"),
                Arguments.of("TIMESTAMP(6)", Schema.INT64_SCHEMA, 1L, "WRONG_TYPE"),
                Arguments.of("BYTES", Schema.STRING_SCHEMA, "AQI=", "WRONG_TYPE"),
                Arguments.of("BIGINT", Schema.STRING_SCHEMA, "42", "Long 42"),
                Arguments.of("DECIMAL(10, 2)", Schema.STRING_SCHEMA, "12.50", "Decimal 12.50"));
    }

    @ParameterizedTest
    @MethodSource("typed")
    void valuesWithSchema(String type, Schema schema, Object value, String expected) {
        assertThat(convert(type, schema, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("base64")
    void decimalsInBase64HaveTheColumnsScale(String text, String expected) {
        Attempt attempt = new Attempt(
                new TableId("default", "t"),
                new ConversionSettings(
                        SchemaEvolution.NONE,
                        SchemaConflictPolicy.DEAD_LETTER,
                        UnknownFieldPolicy.FAIL,
                        InfinityPolicy.FAIL,
                        SchemalessDecimal.BASE64),
                Map.of());
        attempt.begin(new Origin("t", 0, 0));
        ValueConverter converter = new ValueConverters(SchemalessDecimal.BASE64)
                .create(null, new Site(List.of("c"), TypeParser.parse("ARRAY<DECIMAL(10, 4)>"), true));
        try {
            assertThat(converter.convert(List.of(text), attempt))
                    .isInstanceOf(GenericArray.class)
                    .hasToString(expected);
        } catch (BadRecordException e) {
            assertThat(e.reason() + " " + e.field()).isEqualTo(expected);
        }
    }

    static Stream<Arguments> base64() {
        return Stream.of(
                Arguments.of("B1vNFQ==", "[12345.6789]"),
                Arguments.of("+KQy6w==", "[-12345.6789]"),
                Arguments.of("!", "DOES_NOT_FIT c.element"),
                Arguments.of("", "DOES_NOT_FIT c.element"));
    }
}

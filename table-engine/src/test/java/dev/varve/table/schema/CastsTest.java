package dev.varve.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.testing.GoldenValues;
import dev.varve.table.type.DataType;
import dev.varve.table.type.TypeParser;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lines of the format page on schemas, section on casts of old values. Values are JSON in the golden tables' forms; the zone
 * is Berlin, one hour ahead in winter.
 */
class CastsTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static void cast(String from, String to, String value, String expected) {
        DataType fromType = TypeParser.parse(from);
        DataType toType = TypeParser.parse(to);
        ValueCast cast = Casts.between(fromType, toType, BERLIN);
        Object input = GoldenValues.fromJson(GoldenValues.parse(value), fromType);
        if (expected.equals("error")) {
            assertThatThrownBy(() -> cast.cast(input)).isInstanceOf(InvalidInputException.class);
        } else {
            assertThat(GoldenValues.toJson(cast.cast(input), toType)).isEqualTo(GoldenValues.parse(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SMALLINT | TINYINT  | 300  | 44",
                "INT      | SMALLINT | -32769 | 32767",
                "BIGINT   | INT      | 4294967297 | 1",
                "TINYINT  | BIGINT   | -5   | -5",
                "INT      | DOUBLE   | 16777217 | 16777217.0",
                "INT      | FLOAT    | 16777217 | 16777216.0",
                "BOOLEAN  | FLOAT    | true | 1.0",
                "BOOLEAN  | DOUBLE   | false | 0.0",
                "BOOLEAN  | TINYINT  | true | 1",
                "BOOLEAN  | BIGINT   | false | 0",
                "BOOLEAN  | DECIMAL(5, 2) | true | \"1.00\"",
                "TINYINT  | BOOLEAN  | 0    | false",
                "BIGINT   | BOOLEAN  | -9223372036854775808 | true",
                "DOUBLE   | INT      | 1E10 | 2147483647",
                "DOUBLE   | BIGINT   | -1.9 | -1",
                "DOUBLE   | INT      | \"NaN\" | 0",
                "DOUBLE   | BIGINT   | \"-Infinity\" | -9223372036854775808",
                "DOUBLE   | TINYINT  | 1E10 | -1",
                "FLOAT    | SMALLINT | 65537.5 | 1",
                "FLOAT    | DOUBLE   | 1.1  | 1.100000023841858",
                "DOUBLE   | FLOAT    | 1E300 | \"Infinity\"",
                "DECIMAL(12, 2) | TINYINT | \"300.99\" | 44",
                "DECIMAL(12, 2) | INT | \"-1.99\" | -1",
                "DECIMAL(38, 0) | BIGINT | \"18446744073709551617\" | 1",
                "DECIMAL(10, 3) | DOUBLE | \"0.125\" | 0.125",
                "DECIMAL(38, 10) | FLOAT | \"0.1000000000\" | 0.1",
            })
    void betweenNumbers(String from, String to, String value, String expected) {
        cast(from, to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "INT     | DECIMAL(5, 2)  | 999 | \"999.00\"",
                "INT     | DECIMAL(5, 2)  | 1000 | null",
                "BIGINT  | DECIMAL(38, 0) | -9223372036854775808 | \"-9223372036854775808\"",
                "DOUBLE  | DECIMAL(5, 1)  | 0.25 | \"0.3\"",
                "DOUBLE  | DECIMAL(5, 1)  | -0.25 | \"-0.3\"",
                "DOUBLE  | DECIMAL(20, 10) | 1.1 | \"1.1000000000\"",
                "FLOAT   | DECIMAL(20, 10) | 1.1 | \"1.1000000238\"",
                "DOUBLE  | DECIMAL(38, 0) | 1E38 | null",
                "DOUBLE  | DECIMAL(5, 2)  | \"NaN\" | error",
                "FLOAT   | DECIMAL(5, 2)  | \"Infinity\" | error",
                "DECIMAL(10, 3) | DECIMAL(10, 2) | \"1.005\" | \"1.01\"",
                "DECIMAL(10, 3) | DECIMAL(12, 5) | \"1.005\" | \"1.00500\"",
                "DECIMAL(20, 0) | DECIMAL(18, 0) | \"10000000000000000000\" | null",
                "DECIMAL(18, 0) | DECIMAL(20, 0) | \"123\" | \"123\"",
                "STRING  | DECIMAL(8, 2)  | \"1e2\" | \"100.00\"",
                "STRING  | DECIMAL(8, 2)  | \"-0.005\" | \"-0.01\"",
                "STRING  | DECIMAL(8, 2)  | \"1e999999999\" | null",
                "STRING  | DECIMAL(8, 2)  | \"1e-999999999\" | \"0.00\"",
                "STRING  | DECIMAL(8, 2)  | \" 1.5\" | error",
                "STRING  | DECIMAL(8, 2)  | \"many\" | error",
            })
    void toDecimals(String from, String to, String value, String expected) {
        cast(from, to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "DOUBLE  | STRING | 1E10 | \"1.0E10\"",
                "DOUBLE  | STRING | \"NaN\" | \"NaN\"",
                "DOUBLE  | STRING | -0.0 | \"-0.0\"",
                "DECIMAL(5, 2) | STRING | \"12.50\" | \"12.50\"",
                "DECIMAL(38, 10) | STRING | \"0.0000000001\" | \"0.0000000001\"",
                "BOOLEAN | STRING | true | \"true\"",
                "BOOLEAN | CHAR(6) | true | \"true  \"",
                "INT     | VARCHAR(3) | 12345 | \"123\"",
                "DOUBLE  | CHAR(5) | 1E10 | \"1.0E1\"",
                "STRING  | CHAR(3) | \"ä中😀x\" | \"ä中😀\"",
                "STRING  | CHAR(6) | \"ä中😀x\" | \"ä中😀x  \"",
                "VARCHAR(9) | VARCHAR(2) | \"ä中😀x\" | \"ä中\"",
                "CHAR(4) | VARCHAR(9) | \"ab  \" | \"ab  \"",
                "CHAR(4) | CHAR(2) | \"ab  \" | \"ab\"",
                "VARBINARY(9) | BINARY(3) | \"0x01\" | \"0x010000\"",
                "BYTES   | BINARY(2) | \"0x010203\" | \"0x0102\"",
                "BINARY(4) | VARBINARY(2) | \"0x01020304\" | \"0x0102\"",
                "BINARY(2) | VARBINARY(4) | \"0x0102\" | \"0x0102\"",
                "STRING  | BYTES | \"ä\" | \"0xc3a4\"",
                "STRING  | BINARY(4) | \"ab\" | \"0x61620000\"",
                "STRING  | VARBINARY(2) | \"abc\" | \"0x6162\"",
                "BYTES   | STRING | \"0xc3a4\" | \"ä\"",
                "BYTES   | CHAR(3) | \"0x41\" | \"A  \"",
                "BYTES   | VARCHAR(2) | \"0x414243\" | \"AB\"",
            })
    void toTextAndBytes(String from, String to, String value, String expected) {
        cast(from, to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "BOOLEAN  | \"t\" | true",
                "BOOLEAN  | \"Yes\" | true",
                "BOOLEAN  | \"1\" | true",
                "BOOLEAN  | \"FALSE\" | false",
                "BOOLEAN  | \"n\" | false",
                "BOOLEAN  | \"0\" | false",
                "BOOLEAN  | \"on\" | error",
                "BOOLEAN  | \" true\" | error",
                "TINYINT  | \"127\" | 127",
                "TINYINT  | \"128\" | error",
                "SMALLINT | \"-32768\" | -32768",
                "INT      | \"+5\" | 5",
                "INT      | \"1.9\" | 1",
                "INT      | \"-.5\" | 0",
                "INT      | \"0005\" | 5",
                "INT      | \" 5\" | error",
                "INT      | \"1e3\" | error",
                "INT      | \"2147483648\" | error",
                "INT      | \"-\" | error",
                "BIGINT   | \"-9223372036854775808\" | -9223372036854775808",
                "BIGINT   | \"9223372036854775808\" | error",
                "FLOAT    | \" 1.5 \" | 1.5",
                "FLOAT    | \"1e40\" | \"Infinity\"",
                "DOUBLE   | \"NaN\" | \"NaN\"",
                "DOUBLE   | \"one\" | error",
                "DATE     | \"2024-2-9\" | \"2024-02-09\"",
                "DATE     | \"2024-02-29 12:34:56\" | \"2024-02-29\"",
                "DATE     | \"19782\" | \"2024-02-29\"",
                "DATE     | \"-1\" | \"1969-12-31\"",
                "DATE     | \"2023-02-29\" | error",
                "DATE     | \"2024-02-29T12:34:56\" | error",
                "DATE     | \"99999999999\" | error",
                "TIME(3)  | \"12:34\" | \"12:34:00.000\"",
                "TIME(3)  | \"1:2:3\" | \"01:02:03.000\"",
                "TIME(3)  | \"12:34:56.7\" | \"12:34:56.700\"",
                "TIME(3)  | \"12:34:56.7896\" | \"12:34:56.790\"",
                "TIME(3)  | \"45296789\" | \"12:34:56.789\"",
                "TIME(3)  | \"24:00:00\" | error",
                "TIME(3)  | \"23:59:59.9999\" | error",
                "TIME(3)  | \"86400000\" | error",
                "TIME(3)  | \"12:60:00\" | error",
                "TIME(3)  | \"noon\" | error",
                "TIMESTAMP(6) | \"2024-02-29\" | \"2024-02-29T00:00:00.000000000\"",
                "TIMESTAMP(6) | \"2024-2-9 1:2:3.5\" | \"2024-02-09T01:02:03.500000000\"",
                "TIMESTAMP(3) | \"1969-12-31 23:59:59.9999\" | \"1969-12-31T23:59:59.999000000\"",
                "TIMESTAMP(9) | \"2024-02-29 12:34:56.123456789\" | \"2024-02-29T12:34:56.123456789\"",
                "TIMESTAMP(3) | \"2024-02-29 24:00:00\" | \"2024-03-01T00:00:00.000000000\"",
                "TIMESTAMP(0) | \"-1\" | \"1969-12-31T23:59:59.000000000\"",
                "TIMESTAMP(3) | \"1700000000000\" | \"2023-11-14T22:13:20.000000000\"",
                "TIMESTAMP(6) | \"-1\" | \"1969-12-31T23:59:59.999999000\"",
                "TIMESTAMP(9) | \"-1\" | \"1969-12-31T23:59:59.999999999\"",
                "TIMESTAMP(0) | \"9223372036854775807\" | error",
                "TIMESTAMP(6) | \"2024-02-29T12:34:56\" | error",
                "TIMESTAMP(6) | \"2024-02-29 12:34\" | error",
                "TIMESTAMP(6) | \"2024-02-32 00:00:00\" | error",
                "TIMESTAMP_LTZ(3) | \"2024-02-29 12:34:56\" | \"2024-02-29T11:34:56.000000000Z\"",
                "TIMESTAMP_LTZ(3) | \"1700000000000\" | error",
            })
    void fromText(String to, String value, String expected) {
        cast("STRING", to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "DATE | STRING | \"2024-02-29\" | \"2024-02-29\"",
                "DATE | TIMESTAMP(3) | \"2024-02-29\" | \"2024-02-29T00:00:00.000000000\"",
                "DATE | TIMESTAMP_LTZ(3) | \"2024-02-29\" | \"2024-02-28T23:00:00.000000000Z\"",
                "TIME(3) | STRING | \"12:34:56.000\" | \"12:34:56.0\"",
                "TIME(3) | STRING | \"12:34:56.100\" | \"12:34:56.1\"",
                "TIME(0) | STRING | \"12:34:56.000\" | \"12:34:56\"",
                "TIME(3) | TIMESTAMP(6) | \"12:34:56.789\" | \"1970-01-01T12:34:56.789000000\"",
                "TIME(3) | TIMESTAMP_LTZ(6) | \"12:34:56.789\" | \"1970-01-01T12:34:56.789000000Z\"",
                "TIMESTAMP(6) | STRING | \"2024-02-29T12:34:56.789012000\" | \"2024-02-29 12:34:56.789012\"",
                "TIMESTAMP(0) | STRING | \"2024-02-29T12:34:56.000000000\" | \"2024-02-29 12:34:56\"",
                "TIMESTAMP(6) | DATE | \"2024-02-29T12:34:56.789012000\" | \"2024-02-29\"",
                "TIMESTAMP(6) | TIME(3) | \"2024-02-29T12:34:56.789012000\" | \"12:34:56.789\"",
                "TIMESTAMP(3) | DATE | \"1969-12-31T12:00:00.000000000\" | \"1969-12-31\"",
                "TIMESTAMP(3) | TIME(3) | \"1969-12-31T12:00:00.000000000\" | \"12:00:00.000\"",
                "TIMESTAMP(3) | DATE | \"1969-12-31T00:00:00.000000000\" | \"1969-12-31\"",
                "TIMESTAMP(3) | INT | \"2023-11-14T22:13:20.900000000\" | 1700000000",
                "TIMESTAMP(3) | BIGINT | \"1969-12-31T23:59:59.999000000\" | 0",
                "TIMESTAMP_LTZ(3) | BIGINT | \"2023-11-14T22:13:20.900000000Z\" | 1700000000",
                "TIMESTAMP(6) | TIMESTAMP(3) | \"2024-02-29T12:34:56.789012000\" | \"2024-02-29T12:34:56.789000000\"",
                "TIMESTAMP(3) | TIMESTAMP(9) | \"2024-02-29T12:34:56.789000000\" | \"2024-02-29T12:34:56.789000000\"",
                "TIMESTAMP(9) | TIMESTAMP(1) | \"1969-12-31T23:59:59.999999999\" | \"1969-12-31T23:59:59.900000000\"",
                "TIMESTAMP(9) | TIMESTAMP(7) | \"2024-02-29T12:34:56.123456789\" | \"2024-02-29T12:34:56.123456700\"",
                "TIMESTAMP(6) | TIMESTAMP_LTZ(6) | \"2024-02-29T12:34:56.789012000\" | \"2024-02-29T11:34:56.789012000Z\"",
                "TIMESTAMP_LTZ(6) | TIMESTAMP(3) | \"2024-02-29T11:34:56.789012000Z\" | \"2024-02-29T12:34:56.789000000\"",
                "TIMESTAMP_LTZ(3) | STRING | \"2024-02-28T23:30:00.000000000Z\" | \"2024-02-29 00:30:00.000\"",
                "TIMESTAMP_LTZ(3) | DATE | \"2024-02-28T23:30:00.000000000Z\" | \"2024-02-29\"",
                "TIMESTAMP_LTZ(3) | TIME(3) | \"2024-02-28T23:30:00.000000000Z\" | \"00:30:00.000\"",
                "INT | TIMESTAMP(3) | -1 | \"1969-12-31T23:59:59.000000000\"",
                "BIGINT | TIMESTAMP(6) | 1700000000 | \"2023-11-14T22:13:20.000000000\"",
                "INT | TIMESTAMP_LTZ(3) | 1700000000 | \"2023-11-14T22:13:20.000000000Z\"",
                "BIGINT | TIMESTAMP_LTZ(3) | 9223372036854775807 | error",
            })
    void datesAndTimes(String from, String to, String value, String expected) {
        cast(from, to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ARRAY<INT> | STRING | [1, null, 3] | \"[1, null, 3]\"",
                "ARRAY<ARRAY<DATE>> | STRING | [[\"2024-02-29\"], []] | \"[[2024-02-29], []]\"",
                "MAP<STRING, INT> | STRING | [[\"a\", 1], [\"b\", null]] | \"{a -> 1, b -> null}\"",
                "ROW<a INT, b STRING> | STRING | {\"a\": 5, \"b\": \"q\"} | \"{5, q}\"",
                "ROW<a INT, b STRING> | CHAR(4) | {\"a\": 5, \"b\": null} | \"{5, \"",
                "ARRAY<INT> | ARRAY<BIGINT> | [1, null] | [1, null]",
                "ARRAY<STRING> | ARRAY<INT> | [\"1\", null] | [1, null]",
                "ARRAY<STRING> | ARRAY<INT> | [\"x1\"] | error",
                "MAP<INT, FLOAT> | MAP<BIGINT, DOUBLE> | [[1, 1.5], [2, null]] | [[1, 1.5], [2, null]]",
                "MULTISET<VARCHAR(3)> | MULTISET<CHAR(2)> | [[\"abc\", 2]] | [[\"ab\", 2]]",
            })
    void nestedValues(String from, String to, String value, String expected) {
        cast(from, to, value, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | DATE",
                "TIME(3) | TIME(6)",
                "DATE | VARCHAR(10)",
                "MULTISET<INT> | STRING",
                "ARRAY<MULTISET<INT>> | STRING",
                "DOUBLE | BOOLEAN",
                "BINARY(3) | INT",
                "ARRAY<INT> | INT",
                "STRING | ARRAY<INT>",
            })
    void whatHasNoCastIsRefused(String from, String to) {
        assertThatThrownBy(() -> Casts.between(TypeParser.parse(from), TypeParser.parse(to), BERLIN))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be converted");
    }

    @Test
    void valuesThatStayAreNotTouched() {
        for (String type : new String[] {
            "INT",
            "STRING",
            "DECIMAL(5, 2)",
            "TIMESTAMP(3)",
            "BINARY(3)",
            "ARRAY<ROW<a INT>>",
            "MAP<STRING, INT>",
            "MULTISET<INT>"
        }) {
            DataType from = TypeParser.parse(type);
            assertThat(Casts.between(from, from.notNull(), BERLIN)).isSameAs(ValueCast.SAME);
        }
        assertThat(Casts.between(TypeParser.parse("VARCHAR(3)"), TypeParser.parse("STRING"), BERLIN))
                .isSameAs(ValueCast.SAME);
        assertThat(Casts.between(TypeParser.parse("ARRAY<INT NOT NULL>"), TypeParser.parse("ARRAY<INT>"), BERLIN))
                .isSameAs(ValueCast.SAME);
    }
}

package dev.varve.connect.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.connect.testing.Landing;
import dev.varve.connect.testing.Records;
import dev.varve.connect.testing.TestSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Canal's flat messages, recognised by their shape unless a test says otherwise. */
class CanalFormTest {
    private static final String TYPES = """
            "mysqlType":{"id":"bigint(20) unsigned","name":"varchar(20)","qty":"int(11)"},"pkNames":["id"]""";

    private final Records records = new Records();

    private static String message(String type, String rest) {
        return """
                {"database":"shop","table":"orders","type":"%s","isDdl":false,"es":1700000000000,"ts":1700000000123,"id":3,\
                "sql":"","sqlType":{},%s}""".formatted(type, rest);
    }

    @Test
    void oneMessageHoldsSeveralRows() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(null, message("INSERT", TYPES + """
                        ,"old":null,"data":[{"id":"1","name":"pen","qty":"2"},{"id":"18446744073709551615","name":null,"qty":"-3"}]""")));
        assertThat(landing.only().columns()).isEqualTo("""
                id DECIMAL(20, 0) NOT NULL
                name STRING
                qty INT
                """);
        assertThat(landing.only().rows()).containsExactly("+I[1, pen, 2]", "+I[18446744073709551615, null, -3]");
    }

    @Test
    void updatesKnowWhatEachRowWas() {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(
                null,
                message("INSERT", TYPES + ",\"data\":[{\"id\":\"1\",\"qty\":\"2\"},{\"id\":\"2\",\"qty\":\"2\"}]")));
        landing.put(records.json(null, message("UPDATE", TYPES + """
                        ,"data":[{"id":"1","qty":"5"},{"id":"9","qty":"2"}],"old":[{"qty":"2"},{"id":"2"}]""")));
        assertThat(landing.only().kinds()).containsExactly("+I", "+I", "+U", "-D", "+I");
        assertThat(landing.only().rows()).containsExactly("+I[1, null, 5]", "+I[9, null, 2]");
        landing.put(records.json(null, message("DELETE", TYPES + ",\"data\":[{\"id\":\"9\",\"qty\":\"2\"}]")));
        assertThat(landing.only().rows()).containsExactly("+I[1, null, 5]");
    }

    @Test
    void theSourceIsNamed() {
        ChangeEvent event = new EventDecoder(TestSettings.of(Map.of()).events())
                .decode(records.json(null, message("INSERT", TYPES + ",\"data\":[{\"id\":\"1\"},{\"id\":\"2\"}]")));
        assertThat(event)
                .isInstanceOfSatisfying(
                        ChangeEvent.Several.class,
                        several -> assertThat(several.rows()).hasSize(2).allSatisfy(row -> {
                            assertThat(row.source().find("db")).contains("shop");
                            assertThat(row.source().find("table")).contains("orders");
                            assertThat(row.origin()).isEqualTo(several.origin());
                        }));
    }

    @Test
    void statementsAreSkippedButATruncateIsOne() {
        Landing landing = new Landing(Map.of());
        for (String type : new String[] {"CREATE", "ALTER", "ERASE", "QUERY"}) {
            landing.put(
                    records.json(null, message(type, "\"data\":null").replace("\"isDdl\":false", "\"isDdl\":true")));
        }
        landing.put(records.json(null, message("INSERT", "\"data\":[]")));
        assertThat(landing.others())
                .extracting(event -> ((ChangeEvent.Skip) event).reason())
                .containsExactly(
                        SkipReason.SCHEMA_CHANGE,
                        SkipReason.SCHEMA_CHANGE,
                        SkipReason.SCHEMA_CHANGE,
                        SkipReason.SCHEMA_CHANGE,
                        SkipReason.NO_ROWS);
        landing.put(
                records.json(null, message("TRUNCATE", "\"data\":null").replace("\"isDdl\":false", "\"isDdl\":true")));
        assertThat(landing.others().get(5)).isInstanceOf(ChangeEvent.Truncate.class);
    }

    @Test
    void withoutDeclarationsValuesAreTexts() {
        Landing landing = new Landing(Map.of("tables.orders.types.qty", "INT"));
        landing.put(records.json(
                null,
                message(
                        "INSERT",
                        "\"mysqlType\":{},\"pkNames\":[\"id\"],\"data\":[{\"id\":\"1\",\"qty\":\"2\",\"at\":\"x\"}]")));
        assertThat(landing.only().columns()).isEqualTo("""
                id STRING NOT NULL
                at STRING
                qty INT
                """);
        assertThat(landing.only().rows()).containsExactly("+I[1, x, 2]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tinyint(4)            | -128                    | TINYINT        | -128
            tinyint(1)            | 1                       | TINYINT        | 1
            tinyint(3) unsigned   | 255                     | SMALLINT       | 255
            smallint(6)           | -32768                  | SMALLINT       | -32768
            smallint(5) unsigned  | 65535                   | INT            | 65535
            mediumint(8) unsigned | 16777215                | INT            | 16777215
            int                   | 2147483647              | INT            | 2147483647
            INT(10) UNSIGNED      | 4294967295              | BIGINT         | 4294967295
            bigint(20)            | -9223372036854775808    | BIGINT         | -9223372036854775808
            bigint(20) unsigned   | 18446744073709551615    | DECIMAL(20, 0) | 18446744073709551615
            year(4)               | 2026                    | INT            | 2026
            bit(1)                | 1                       | BOOLEAN        | true
            bit(8)                | 129                     | BIGINT         | 129
            bit(64)               | 18446744073709551615    | DECIMAL(20, 0) | 18446744073709551615
            decimal(10,2)         | 12345678.90             | DECIMAL(10, 2) | 12345678.90
            decimal(5)            | 7                       | DECIMAL(5, 0)  | 7
            decimal(65,30)        | 1.000000000000000000000000000001 | STRING | "1.000000000000000000000000000001"
            float                 | 1.1                     | FLOAT          | 1.1
            double                | 1.1                     | DOUBLE         | 1.1
            char(3)               | 007                     | STRING         | "007"
            json                  | {}                      | STRING         | "{}"
            enum('a','b(c)')      | a                       | STRING         | "a"
            time(3)               | -838:59:59.000          | STRING         | "-838:59:59.000"
            date                  | 2026-01-31              | DATE           | 20484
            datetime(6)           | 2026-01-31 23:59:59.123456 | TIMESTAMP(6) | 2026-01-31T23:59:59.123456
            timestamp             | 2026-01-31 23:59:59     | TIMESTAMP(6)   | 2026-01-31T23:59:59
            varbinary(4)          | aÿ                      | BYTES          | [97, -1]
            a new type            | text                    | STRING         | "text"
            """)
    void valuesAreReadByTheirDeclarations(String declaration, String text, String type, String value) {
        Landing landing = new Landing(Map.of());
        landing.put(records.json(null, message("INSERT", """
                "mysqlType":{"id":"int","v":"%s"},"pkNames":["id"],"data":[{"id":"1","v":"%s"}]""".formatted(declaration, text))));
        assertThat(landing.only().columns()).isEqualTo("id INT NOT NULL\nv " + type + "\n");
        assertThat(landing.only().last("v")).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int                 | 2147483648  | found a text that is not one, expected an integer in the range
            int                 | 1.5         | found a text that is not one, expected an integer
            int                 | half        | found a text that is not one, expected an integer
            bigint(20)          | 9223372036854775808 | expected an integer in the range of the column's type
            int                 | 1E+2147483647 | expected an integer
            bit(1)              | 2           | found a text that is not one, expected 0 or 1
            decimal(5,2)        | 1,5         | expected a number
            double              | 1E999999    | expected a number
            blob                | €           | expected a text of one character, up to U+00FF, for each byte
            """)
    void valuesOfAnotherTypeAreBad(String declaration, String text, String message) {
        Landing landing = new Landing(Map.of());
        landing.offer(records.json(null, message("INSERT", """
                "mysqlType":{"id":"int","v":"%s"},"pkNames":["id"],"data":[{"id":"1","v":"%s"}]""".formatted(declaration, text))));
        assertThat(landing.refusals())
                .singleElement()
                .asString()
                .startsWith("MALFORMED record shop.orders-0@0, field data[0].v: ")
                .contains(message)
                .doesNotContain(text);
    }

    @Test
    void zeroDatesFollowThePolicyOfInfiniteOnes() {
        String value = message("INSERT", """
                "mysqlType":{"id":"int","d":"date","t":"datetime"},"pkNames":["id"],\
                "data":[{"id":"1","d":"0000-00-00","t":"0000-00-00 00:00:00"}]""");
        Landing strict = new Landing(Map.of());
        strict.offer(records.json(null, value));
        assertThat(strict.refusals()).singleElement().asString().startsWith("INFINITE_TIME");
        Landing lenient = new Landing(Map.of("infinite.time.policy", "null"));
        lenient.put(records.json(null, value));
        assertThat(lenient.only().rows()).containsExactly("+I[1, null, null]");
    }

    @Test
    void whatIsDamagedIsNamed() {
        EventDecoder decoder =
                new EventDecoder(TestSettings.of(Map.of("cdc.format", "canal")).events());
        Map<String, String> damaged = Map.of(
                "{\"type\":\"INSERT\",\"data\":3}", "field data: found an integer, expected a list",
                "{\"type\":\"INSERT\",\"data\":[3]}", "field data[0]: found an integer, expected a map of columns",
                "{\"type\":\"INSERT\",\"data\":[{},null]}", "field data[1]: it is null, expected the row",
                "{\"type\":\"UPDATE\",\"data\":[{}],\"old\":[{},{}]}",
                        "field old: it has 2 rows, expected as many as data: 1",
                "{\"type\":\"INSERT\",\"data\":[{}],\"mysqlType\":[]}", "field mysqlType: found a list, expected a map",
                "{\"type\":\"INSERT\",\"data\":[{\"b\":\"1\"}],\"mysqlType\":{\"a\":\"int\"}}",
                        "field data[0].b: the column is not declared in mysqlType",
                "{\"type\":\"UPSERT\"}", "field type: unknown type 'UPSERT', expected INSERT, UPDATE or DELETE",
                "{}", "field type: found null, expected the type of a flat message of Canal",
                "{\"type\":\"INSERT\",\"data\":[{}],\"pkNames\":[1]}",
                        "field pkNames: found an integer in it, expected names");
        damaged.forEach((value, message) -> assertThatThrownBy(() -> decoder.decode(records.json(null, value)))
                .as(value)
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining(message));
    }
}

package dev.varve.table.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateParserTest {
    private static final RowType TYPE = type(
            "i", DataTypes.INT,
            "b", DataTypes.BIGINT,
            "tiny", DataTypes.TINYINT,
            "s", DataTypes.STRING,
            "flag", DataTypes.BOOLEAN,
            "d", DataTypes.DOUBLE,
            "f", DataTypes.FLOAT,
            "dec", DataTypes.decimal(5, 2),
            "day", DataTypes.DATE,
            "t", DataTypes.time(3),
            "ts", DataTypes.timestamp(3),
            "ltz", DataTypes.timestampLtz(6),
            "bytes", DataTypes.BYTES,
            "list", DataTypes.array(DataTypes.INT),
            "odd name`\"", DataTypes.INT,
            "date", DataTypes.DATE,
            "or", DataTypes.INT);
    private static final PredicateParser PARSER = new PredicateParser(TYPE, ZoneId.of("Europe/Berlin"));

    private static RowType type(Object... namesAndTypes) {
        var fields = new ArrayList<DataField>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            fields.add(new DataField(i, (String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]));
        }
        return RowType.of(fields);
    }

    /** What it means, in the form in which the parser would write it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "i = 1                           | i = 1",
                "i=-1 and b>+2                   | i = -1 AND b > 2",
                "1 < i                           | i > 1",
                "5 >= i                          | i <= 5",
                "i != 1                          | i <> 1",
                "i = 1 OR i = 2 AND b = 3        | i = 1 OR i = 2 AND b = 3",
                "(i = 1 OR i = 2) AND b = 3      | (i = 1 OR i = 2) AND b = 3",
                "((i = 1)) AND (b = 2 AND b = 3) | i = 1 AND b = 2 AND b = 3",
                "NOT i = 1                       | i <> 1",
                "NOT NOT i < 1                   | i < 1",
                "NOT (i < 1 AND b IS NULL)       | i >= 1 OR b IS NOT NULL",
                "NOT (i < 1 OR NOT b = 2)        | i >= 1 AND b = 2",
                "i BETWEEN 1 AND 3               | i >= 1 AND i <= 3",
                "i NOT BETWEEN 1 AND 3           | i < 1 OR i > 3",
                "NOT i BETWEEN 1 AND 3           | i < 1 OR i > 3",
                "i IN (3, 1, 3, 2)               | i IN (1, 2, 3)",
                "i IN (3)                        | i = 3",
                "i NOT IN (3, 1)                 | i NOT IN (1, 3)",
                "NOT i NOT IN (3, 1)             | i IN (1, 3)",
                "s LIKE 'ab%'                    | s LIKE 'ab%'",
                "s NOT LIKE 'ab%'                | s NOT LIKE 'ab%'",
                "s LIKE 'ab%%'                   | s LIKE 'ab%'",
                "s LIKE 'ab'                     | s = 'ab'",
                "s LIKE '%'                      | s IS NOT NULL",
                "s NOT LIKE '%'                  | FALSE",
                "s LIKE 'a\\%b\\_%'              | s LIKE 'a\\%b\\_%'",
                "s = 'it''s'                     | s = 'it''s'",
                "flag                            | flag = TRUE",
                "NOT flag                        | flag = FALSE",
                "flag = 'true' AND i = 1         | flag = TRUE AND i = 1",
                "TRUE                            | TRUE",
                "NOT TRUE                        | FALSE",
                "TRUE AND i = 1                  | i = 1",
                "FALSE AND i = 1                 | FALSE",
                "TRUE = flag                     | flag = TRUE",
                "`i` = 1 AND \"i\" = 2           | i = 1 AND i = 2",
                "`odd name``\"` = 1              | `odd name``\"` = 1",
                "\"odd name`\"\"\" = 1           | `odd name``\"` = 1",
                "`or` = 1                        | `or` = 1",
                "date = DATE '2026-01-31'        | date = DATE '2026-01-31'",
                "i = '12'                        | i = 12",
            })
    void conditionsMeanWhatSqlSays(String condition, String meaning) {
        assertThat(new PredicateFormat(TYPE).format(PARSER.parse(condition))).isEqualTo(meaning);
    }

    /** Nothing is rounded into a wrong answer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i = 1.5            | FALSE",
                "i <> 1.5           | i IS NOT NULL",
                "NOT i = 1.5        | i IS NOT NULL",
                "i < 1.5            | i <= 1",
                "i <= 1.5           | i <= 1",
                "i > 1.5            | i > 1",
                "i >= -1.5          | i > -2",
                "i = 1.0            | i = 1",
                "i < 1e10           | i <= 2147483647",
                "i > 1e10           | i > 2147483647",
                "i > -1e10          | i IS NOT NULL",
                "i <= -1e10         | FALSE",
                "i = 1e100          | FALSE",
                "tiny IN (1, 300, 1.5)     | tiny = 1",
                "tiny NOT IN (1, 300, 1.5) | tiny <> 1",
                "tiny IN (300)      | FALSE",
                "tiny NOT IN (300)  | tiny IS NOT NULL",
                "dec = 1.005        | FALSE",
                "dec < 1.005        | dec <= 1.00",
                "dec > 1000         | dec > 999.99",
                "dec >= -1000       | dec IS NOT NULL",
                "dec = 7            | dec = 7.00",
                "d < 1e999          | d <= 1.7976931348623157E308",
                "d > -1e999         | d > '-Infinity'",
                "d = 'NaN'          | d = 'NaN'",
                "d = -0.0           | d = -0.0",
                "f = 0.1            | f = 0.1",
                "t < TIME '12:00:00.0005'         | t <= TIME '12:00'",
                "ts = '2026-01-31 12:00:00.0001'  | FALSE",
                "ts > '2026-01-31T12:00:00.0001'  | ts > TIMESTAMP '2026-01-31T12:00'",
                "ts >= DATE '2026-01-31'          | ts >= TIMESTAMP '2026-01-31T00:00'",
            })
    void aValueThatTheTypeDoesNotHaveLiesBetweenThoseThatItHas(String condition, String meaning) {
        assertThat(new PredicateFormat(TYPE).format(PARSER.parse(condition))).isEqualTo(meaning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "i = NULL",
                "NOT i = NULL",
                "i <> NULL",
                "NULL = i",
                "i IN (NULL)",
                "i NOT IN (1, NULL)",
                "NOT i IN (1, NULL)",
                "i BETWEEN NULL AND 3",
                "s LIKE NULL",
                "s NOT LIKE NULL",
            })
    void aComparisonWithNullIsNeverTrueNorIsItsNegation(String condition) {
        assertThat(PARSER.parse(condition)).isEqualTo(Constant.FALSE);
    }

    @Test
    void nullAmongSeveralValuesDoesNotMatterForIn() {
        assertThat(PARSER.parse("i IN (1, NULL)")).isEqualTo(PARSER.parse("i = 1"));
        assertThat(PARSER.parse("i NOT BETWEEN NULL AND 3")).isEqualTo(PARSER.parse("i > 3"));
    }

    @Test
    void literalsHaveTheColumnsInternalForm() {
        assertThat(literal("b = 5")).isEqualTo(5L);
        assertThat(literal("tiny = 5")).isEqualTo((byte) 5);
        assertThat(literal("s = 'x'")).isEqualTo(BinaryString.of("x"));
        assertThat(literal("f = 1.5")).isEqualTo(1.5f);
        assertThat(literal("dec = 1.5"))
                .isEqualTo(Decimal.exact(new BigDecimal("1.5"), 5, 2).orElseThrow());
        assertThat(((Decimal) literal("dec = 1.5")).scale()).isEqualTo(2);
        assertThat(literal("day = '2026-01-31'"))
                .isEqualTo((int) LocalDate.of(2026, 1, 31).toEpochDay());
        assertThat(literal("t = '12:00'")).isEqualTo(12 * 3_600_000);
        assertThat(literal("ts = TIMESTAMP '2026-01-31 12:00:01'"))
                .isEqualTo(Timestamp.of(LocalDateTime.of(2026, 1, 31, 12, 0, 1)));
        assertThat(literal("ltz = TIMESTAMP '2026-01-31 12:00:01'"))
                .isEqualTo(Timestamp.of(LocalDateTime.of(2026, 1, 31, 11, 0, 1)));
        assertThat(literal("ltz = '2026-01-31T12:00:01Z'"))
                .isEqualTo(Timestamp.of(LocalDateTime.of(2026, 1, 31, 12, 0, 1)));
        assertThat(literal("ltz = '2026-01-31 12:00:01 +02:00'"))
                .isEqualTo(Timestamp.of(LocalDateTime.of(2026, 1, 31, 10, 0, 1)));
        assertThat((byte[]) literal("bytes = x'0aFF'")).containsExactly(10, 255);
    }

    private static Object literal(String condition) {
        return ((Comparison) PARSER.parse(condition)).literal().value();
    }

    @Test
    void theSignOfZeroAndNaNAreAsInStatistics() {
        assertThat(PARSER.parse("d = 0").test(row("d", -0.0))).isFalse();
        assertThat(PARSER.parse("d < 0").test(row("d", -0.0))).isTrue();
        assertThat(PARSER.parse("d > 1e300").test(row("d", Double.NaN))).isTrue();
        assertThat(PARSER.parse("d = 'NaN'").test(row("d", Double.NaN))).isTrue();
    }

    private static GenericRow row(String column, Object value) {
        GenericRow row = GenericRow.of(new Object[TYPE.arity()]);
        row.set(TYPE.indexOf(column), value);
        return row;
    }

    /** Column, from 1, and a part of the message. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "^^                    | 1  | expected a column, found the end",
                "i                     | 2  | expected a comparison of column 'i', found the end",
                "i =                   | 4  | expected a value, found the end",
                "i = 1 b = 2           | 7  | expected AND, OR or the end, found 'b'",
                "i == 1                | 4  | expected a value, found '='",
                "i = b                 | 5  | expected a value, found 'b'",
                "(i = 1                | 7  | expected ')', found the end",
                "i IN ()               | 7  | expected a value, found ')'",
                "i NOT 5               | 7  | expected IN, BETWEEN or LIKE, found '5'",
                "i IS 5                | 6  | expected NULL, found '5'",
                "i BETWEEN 1 OR 2      | 13 | expected AND, found 'OR'",
                "j = 1                 | 1  | no column 'j'",
                "falg = TRUE           | 1  | did you mean 'flag'?",
                "or = 1                | 1  | a column of that name stands in backticks",
                "i = 'x'               | 5  | column 'i' of type INT: the text is not a number",
                "i = TRUE              | 5  | column 'i' of type INT: expected a number",
                "s = 5                 | 5  | expected a text in single quotes",
                "flag = 1              | 8  | expected TRUE or FALSE",
                "bytes = 'ab'          | 9  | expected bytes such as X'0aff'",
                "bytes = X'abc'        | 9  | even number of hexadecimal digits",
                "day = '2026-02-30'    | 7  | not a date that exists",
                "day = TIMESTAMP '2026-01-31 00:00' | 7 | expected a date",
                "ts = '2026-01-31T00:00Z' | 6 | without an offset",
                "ts = TIMESTAMP 'soon' | 6  | not a date such as",
                "list = 1              | 1  | nested values can only be tested with IS [NOT] NULL",
                "i LIKE '1%'           | 1  | LIKE is for text",
                "s LIKE '%a'           | 8  | only patterns of the form 'prefix%'",
                "s LIKE 'a_'           | 8  | only patterns of the form 'prefix%'",
                "s LIKE a              | 8  | expected a pattern",
                "s = 'open             | 5  | the closing ' is missing",
                "i = 1e99999           | 5  | the exponent is larger",
                "i = 1.2.3             | 5  | not a number",
                "i = 12ab              | 5  | a number, or a name that begins with a digit",
                "i = 1 ; b = 2         | 7  | ';' has no meaning here",
                "5 = 5                 | 5  | expected a column, found '5'",
                "'x'                   | 4  | expected a comparison with a column",
            })
    void errorsSayWhatIsWrongAndWhere(String condition, int column, String problem) {
        assertThatThrownBy(() -> PARSER.parse(condition))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("condition, column " + column + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void errorsPointToThePlace() {
        assertThatThrownBy(() -> PARSER.parse("i = 1 AND\tj = 2"))
                .hasMessageEndingWith("\n  i = 1 AND j = 2\n            ^");
        String padding = " ".repeat(100);
        assertThatThrownBy(() -> PARSER.parse(padding + "j = 2" + padding))
                .hasMessageContaining("column 101: ")
                .hasMessageMatching("(?s).*\n  … {40}j = 2 {35}…\n {43}\\^");
    }

    @Test
    void nestingHasABound() {
        assertThat(PARSER.parse("(".repeat(200) + "i = 1" + ")".repeat(200))).isEqualTo(PARSER.parse("i = 1"));
        assertThatThrownBy(() -> PARSER.parse("(".repeat(100_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nested more than 200 deep");
        assertThat(PARSER.parse("NOT ".repeat(100_000) + "i = 1")).isEqualTo(PARSER.parse("i = 1"));
        assertThat(PARSER.parse("i = 1 AND ".repeat(20_000) + "i = 1").conjuncts())
                .hasSize(20_001);
    }

    @Test
    void everyKindOfTypeCanBeTestedForNull() {
        assertThat(PARSER.parse("list IS NULL AND bytes IS NOT NULL"))
                .isEqualTo(Predicate.and(new IsNull(TYPE.indexOf("list")), new IsNotNull(TYPE.indexOf("bytes"))));
        assertThat(PARSER.parse("NOT list IS NULL")).isEqualTo(new IsNotNull(TYPE.indexOf("list")));
        assertThat(List.of(PARSER.parse("NOT list IS NOT NULL"))).containsExactly(new IsNull(TYPE.indexOf("list")));
    }
}

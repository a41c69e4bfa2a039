package dev.varve.connect.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Object of(String expression, DataType type, Object value) {
        return of(expression, type, value, ZoneOffset.UTC);
    }

    private static Object of(String expression, DataType type, Object value, ZoneId zone) {
        return Expression.parse(expression).bind(Map.of("x", type), zone).evaluate(new Object[] {value});
    }

    private static String text(String expression, DataType type, Object value) {
        Object result = of(expression, type, value);
        return result == null ? null : result.toString();
    }

    private static Integer date(int year, int month, int day) {
        return (int) LocalDate.of(year, month, day).toEpochDay();
    }

    private static Timestamp time(String local) {
        return Timestamp.of(LocalDateTime.parse(local));
    }

    private static BinaryString string(String text) {
        return BinaryString.of(text);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-02-28T23:59:58.5, 2026, 2, 28, 23, 59, 58",
        "1969-12-31T23:59:59.999, 1969, 12, 31, 23, 59, 59",
        "1582-10-04T00:00:00, 1582, 10, 4, 0, 0, 0",
        "-0043-03-15T12:00:01, -43, 3, 15, 12, 0, 1",
        "0000-01-01T00:00:00, 0, 1, 1, 0, 0, 0",
        "+200000-12-31T23:00:00, 200000, 12, 31, 23, 0, 0"
    })
    void partsOfTimestampsOfAllAges(String local, int year, int month, int day, int hour, int minute, int second) {
        DataType type = DataTypes.timestamp(9);
        assertThat(of("year(x)", type, time(local))).isEqualTo(year);
        assertThat(of("month(x)", type, time(local))).isEqualTo(month);
        assertThat(of("day(x)", type, time(local))).isEqualTo(day);
        assertThat(of("hour(x)", type, time(local))).isEqualTo(hour);
        assertThat(of("minute(x)", type, time(local))).isEqualTo(minute);
        assertThat(of("second(x)", type, time(local))).isEqualTo(second);
    }

    @Test
    void datesAreTheirMidnight() {
        assertThat(of("year(x)", DataTypes.DATE, date(-43, 3, 15))).isEqualTo(-43);
        assertThat(of("day(x)", DataTypes.DATE, date(2024, 2, 29))).isEqualTo(29);
        assertThat(of("hour(x)", DataTypes.DATE, date(2024, 2, 29))).isEqualTo(0);
        assertThat(of("second(x)", DataTypes.time(3), 86_399_999)).isEqualTo(59);
    }

    @Test
    void numbersCountFromTheEpochInTheUnitThatIsSaid() {
        assertThat(text("date_format(x, 'yyyy-MM-dd HH:mm:ss')", DataTypes.BIGINT, 1_700_000_000L))
                .isEqualTo("2023-11-14 22:13:20");
        assertThat(text("date_format(x, yyyy-MM-dd HH:mm:ss.SSS, 3)", DataTypes.BIGINT, -1L))
                .isEqualTo("1969-12-31 23:59:59.999");
        assertThat(text("date_format(x, ss.SSSSSS, 6)", DataTypes.BIGINT, -1L)).isEqualTo("59.999999");
        assertThat(text("date_format(x, ss.SSSSSSSSS, 9)", DataTypes.BIGINT, 1_000_000_001L))
                .isEqualTo("01.000000001");
        assertThat(of("year(x, 6)", DataTypes.BIGINT, Long.MIN_VALUE)).isEqualTo(-290_308);
        assertThat(of("year(x)", DataTypes.INT, Integer.MIN_VALUE)).isEqualTo(1901);
        assertThat(of(
                        "year(x, 3)",
                        DataTypes.decimal(20, 0),
                        Decimal.exact(new BigDecimal("1700000000000"), 20, 0).orElseThrow()))
                .isEqualTo(2023);
        assertThat(of("year(x, 3)", DataTypes.STRING, string("1700000000000"))).isEqualTo(2023);
        assertThatThrownBy(() -> of("year(x)", DataTypes.BIGINT, Long.MAX_VALUE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("out of the range of dates");
    }

    @Test
    void textsAreParsed() {
        assertThat(of("month(x)", DataTypes.STRING, string("2026-07-31"))).isEqualTo(7);
        assertThat(of("hour(x)", DataTypes.STRING, string("2026-07-31 23:30:00.5")))
                .isEqualTo(23);
        assertThat(of("hour(x)", DataTypes.STRING, string("2026-07-31T23:30:00+02:00")))
                .isEqualTo(21);
        assertThatThrownBy(() -> of("year(x)", DataTypes.STRING, string("yesterday")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2026-01-31")
                .hasMessageNotContaining("yesterday");
    }

    @Test
    void momentsAreReadInTheZoneAndLocalTimesAreNot() {
        Timestamp evening = time("2026-06-30T22:30:00");
        assertThat(of("day(x)", DataTypes.timestampLtz(3), evening, BERLIN)).isEqualTo(1);
        assertThat(of("day(x)", DataTypes.timestamp(3), evening, BERLIN)).isEqualTo(30);
        assertThat(of("month(x)", DataTypes.BIGINT, evening.millis() / 1000, BERLIN))
                .isEqualTo(7);
        assertThat(of("hour(x)", DataTypes.STRING, string("2026-06-30T22:30:00Z"), BERLIN))
                .isEqualTo(0);
        assertThat(of("hour(x)", DataTypes.STRING, string("2026-06-30T22:30:00"), BERLIN))
                .isEqualTo(22);
        assertThat(of("cast(x, TIMESTAMP(3))", DataTypes.timestampLtz(3), evening, BERLIN))
                .isEqualTo(time("2026-07-01T00:30:00"));
        assertThat(of("cast(x, TIMESTAMP_LTZ(3))", DataTypes.timestamp(3), time("2026-07-01T00:30:00"), BERLIN))
                .isEqualTo(evening);
    }

    @Test
    void datesAreFormatted() {
        assertThat(text("date_format(x, yyyyMMdd)", DataTypes.DATE, date(2024, 2, 29)))
                .isEqualTo("20240229");
        assertThat(text("date_format(x, uuuu-MM)", DataTypes.DATE, date(-43, 3, 15)))
                .isEqualTo("-0043-03");
        assertThat(text("date_format(x, yyyy G)", DataTypes.DATE, date(-43, 3, 15)))
                .isEqualTo("0044 BC");
        assertThat(text("date_format(x, 'EEE d MMM')", DataTypes.DATE, date(2026, 1, 31)))
                .isEqualTo("Sat 31 Jan");
    }

    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd",
        "yyyy-MM-dd HH",
        "HH:mm",
        "yyyy ss",
        "HH:mm:ss.SSS",
        "'''at ''HH'",
        "B h",
        "n",
        "A",
        "yyyy-'W'ww"
    })
    void theTextThatIsKeptIsNeverGivenOutForAnotherTime(String pattern) {
        DataType type = DataTypes.timestamp(9);
        Computation one = Expression.parse("date_format(x, " + pattern + ")").bind(Map.of("x", type), ZoneOffset.UTC);
        long[] steps = {0, 1, 999, 1000, 59_000, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, -1, -86_400_001};
        for (long step : steps) {
            for (long other : steps) {
                for (long millis : new long[] {step, other, step}) {
                    Object[] row = {Timestamp.ofMillis(millis)};
                    String fresh = java.time.format.DateTimeFormatter.ofPattern(pattern, java.util.Locale.ENGLISH)
                            .format(Timestamp.ofMillis(millis).toLocalDateTime());
                    assertThat(one.evaluate(row)).hasToString(fresh);
                }
            }
        }
    }

    @Test
    void partsOfTextsAreCountedInCharacters() {
        BinaryString text = string("a\uD83D\uDE00bc\u00E4");
        assertThat(text("substring(x, 1, 2)", DataTypes.STRING, text)).isEqualTo("\uD83D\uDE00");
        assertThat(text("substring(x, 2)", DataTypes.STRING, text)).isEqualTo("bc\u00E4");
        assertThat(text("substring(x, 0, 100)", DataTypes.STRING, text)).isEqualTo(text.toString());
        assertThat(text("substring(x, 5)", DataTypes.STRING, text)).isEmpty();
        assertThat(text("substring(x, 100, 200)", DataTypes.STRING, text)).isEmpty();
        assertThat(text("truncate(x, 2)", DataTypes.STRING, text)).isEqualTo("a\uD83D\uDE00");
        assertThat(text("truncate(x, 100)", DataTypes.STRING, text)).isEqualTo(text.toString());
        // A text that is itself a part of a larger array.
        BinaryString slice = BinaryString.wrap("xxabcyy".getBytes(java.nio.charset.StandardCharsets.UTF_8), 2, 3);
        assertThat(text("substring(x, 1)", DataTypes.STRING, slice)).isEqualTo("bc");
        assertThat(text("trim(x)", DataTypes.STRING, BinaryString.wrap(new byte[] {'x', ' ', 'a', ' ', 'y'}, 1, 3)))
                .isEqualTo("a");
        assertThat(text("substring(x, 0, 2)", DataTypes.INT, 12345)).isEqualTo("12");
    }

    @Test
    void numbersGoDownToAMultipleOfTheWidth() {
        assertThat(of("truncate(x, 10)", DataTypes.INT, 19)).isEqualTo(10);
        assertThat(of("truncate(x, 10)", DataTypes.INT, -1)).isEqualTo(-10);
        assertThat(of("truncate(x, 10)", DataTypes.BIGINT, 0L)).isEqualTo(0L);
        assertThat(of("truncate(x, 10)", DataTypes.TINYINT, (byte) 127)).isEqualTo((byte) 120);
        assertThat(of("truncate(x, 10)", DataTypes.SMALLINT, (short) -11)).isEqualTo((short) -20);
        assertThat(text("truncate(x, 50)", DataTypes.decimal(4, 2), decimal("10.65", 4, 2)))
                .isEqualTo("10.50");
        assertThat(text("truncate(x, 50)", DataTypes.decimal(4, 2), decimal("-0.01", 4, 2)))
                .isEqualTo("-0.50");
        assertThat(text("truncate(x, 7)", DataTypes.decimal(30, 0), decimal("-123456789012345678901", 30, 0)))
                .isEqualTo("-123456789012345678904");
        assertThatThrownBy(() -> of("truncate(x, 10)", DataTypes.BIGINT, Long.MIN_VALUE))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> of("truncate(x, 10)", DataTypes.TINYINT, Byte.MIN_VALUE))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> of("truncate(x, 7)", DataTypes.decimal(2, 0), decimal("-99", 2, 0)))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> of("truncate(x, 7)", DataTypes.DOUBLE, 1.5)).hasMessageContaining("is DOUBLE");
    }

    private static Decimal decimal(String text, int precision, int scale) {
        return Decimal.exact(new BigDecimal(text), precision, scale).orElseThrow();
    }

    @Test
    void valuesAreCast() {
        assertThat(text("cast(x)", DataTypes.BIGINT, 7L)).isEqualTo("7");
        assertThat(of("cast(x, INT)", DataTypes.STRING, string("42"))).isEqualTo(42);
        assertThat(of("cast(x, INT)", DataTypes.DOUBLE, 42.9)).isEqualTo(42);
        assertThat(of("cast(x, DATE)", DataTypes.timestamp(3), time("1969-12-31T23:00:00")))
                .isEqualTo(-1);
        assertThat(of("cast(x, DATE)", DataTypes.STRING, string("2024-02-29T10:00:00Z")))
                .isEqualTo(date(2024, 2, 29));
        assertThat(of("cast(x, TIMESTAMP(3))", DataTypes.BIGINT, -1L)).isEqualTo(Timestamp.ofMillis(-1));
        assertThat(of("cast(x, TIMESTAMP_LTZ(6))", DataTypes.BIGINT, 1_000_001L))
                .isEqualTo(Timestamp.ofMicros(1_000_001));
        assertThat(text("cast(x, STRING)", DataTypes.timestamp(3), time("2026-01-31T10:00:00")))
                .isEqualTo("2026-01-31 10:00:00.000");
        assertThat(text("cast(x, DECIMAL(4, 1))", DataTypes.STRING, string("10.25")))
                .isEqualTo("10.3");
        assertThat(of("cast(x, BOOLEAN)", DataTypes.STRING, string("true"))).isEqualTo(true);
        assertThat(of("cast(1, BIGINT)", DataTypes.INT, null)).isEqualTo(1L);
        assertThat(text("cast('eu', STRING)", DataTypes.INT, null)).isEqualTo("eu");
        for (String wrong : new String[] {"cast(x, TINYINT)", "cast(x, VARCHAR(2))", "cast(x, DECIMAL(2, 0))"}) {
            assertThatThrownBy(() -> of(wrong, DataTypes.INT, 300)).isInstanceOf(InvalidInputException.class);
        }
        assertThatThrownBy(() -> of("cast('x', INT)", DataTypes.INT, 1)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void textsAreChangedAndJoined() {
        assertThat(text("upper(x)", DataTypes.STRING, string("stra\u00DFe"))).isEqualTo("STRASSE");
        assertThat(text("lower(x)", DataTypes.STRING, string("TITEL"))).isEqualTo("titel");
        assertThat(text("trim(x)", DataTypes.STRING, string("  a b  "))).isEqualTo("a b");
        assertThat(text("trim(x)", DataTypes.STRING, string("   "))).isEmpty();
        assertThat(text("concat('n-', x, '-', upper('z'))", DataTypes.INT, 7)).isEqualTo("n-7-Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    year(x)
                    second(x)
                    date_format(x, yyyy)
                    substring(x, 1)
                    truncate(x, 2)
                    cast(x, INT)
                    upper(x)
                    lower(x)
                    trim(x)
                    concat('a', x)
                    x
                    """)
    void nullStaysNull(String expression) {
        assertThat(of(expression, DataTypes.STRING, null)).isNull();
    }

    @Test
    void typesThatAFunctionDoesNotTakeAreRefusedBeforeTheFirstValue() {
        assertThatThrownBy(() -> of("year(x)", DataTypes.BOOLEAN, null))
                .hasMessageContaining("the column is BOOLEAN, expected a date");
        assertThatThrownBy(() -> of("year(x)", DataTypes.time(3), null)).hasMessageContaining("TIME(3)");
        assertThatThrownBy(() -> of("year(x, 3)", DataTypes.DATE, null)).hasMessageContaining("leave them out");
        assertThatThrownBy(() -> of("upper(x)", DataTypes.BYTES, null)).hasMessageContaining("BYTES");
    }
}

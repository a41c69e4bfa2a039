package dev.varve.table.schema;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Casts from text. Errors do not repeat the text: it is user data. */
final class TextParsing {
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]+");
    private static final Pattern INTEGER = Pattern.compile("([+-]?)([0-9]*)(?:\\.[0-9]*)?");
    private static final Pattern DATE = Pattern.compile("([0-9]{1,4})-([0-9]{1,2})(?:-([0-9]{1,2}))?(?: .*)?");
    private static final Pattern TIME =
            Pattern.compile("([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})(?:\\.([0-9]{0,9}))?)?");
    private static final Pattern TIMESTAMP = Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
            + "(?: ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:\\.([0-9]{0,9}))?)?");

    private TextParsing() {}

    static ValueCast to(DataType type, ZoneId zone) {
        Function<String, Object> parser = switch (type.root()) {
            case BOOLEAN -> TextParsing::parseBoolean;
            case TINYINT -> text -> (byte) parseInteger(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> text -> (short) parseInteger(text, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> text -> (int) parseInteger(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> text -> parseInteger(text, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> text -> parse(text, Float::valueOf, "a number");
            case DOUBLE -> text -> parse(text, Double::valueOf, "a number");
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield text -> NumberCasts.round(parse(text, BigDecimal::new, "a decimal number"), decimal);
            }
            case DATE -> TextParsing::parseDate;
            case TIME -> TextParsing::parseTime;
            case TIMESTAMP -> {
                int precision = ((PrecisionType) type).precision();
                yield text -> parseTimestamp(text, precision);
            }
            case TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) type).precision();
                yield text -> TimeCasts.toInstant(parseLocal(text).truncate(precision), zone);
            }
            case CHAR, VARCHAR, BINARY, VARBINARY, ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
        return value -> parser.apply(value.toString());
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "t", "true", "y", "yes", "1" -> Boolean.TRUE;
            case "f", "false", "n", "no", "0" -> Boolean.FALSE;
            default -> throw not("one of t, true, y, yes, 1, f, false, n, no, 0");
        };
    }

    /** Sign and digits; a fraction is cut off. */
    private static long parseInteger(String text, long min, long max) {
        String expected = "a whole number from " + min + " to " + max;
        Matcher matcher = INTEGER.matcher(text);
        if (!matcher.matches()
                || (matcher.end(2) == text.length() && matcher.group(2).isEmpty())) {
            throw not(expected);
        }
        String digits = matcher.group(2);
        long number = digits.isEmpty() ? 0 : parse(matcher.group(1) + digits, Long::valueOf, expected);
        if (number < min || number > max) {
            throw not(expected);
        }
        return number;
    }

    private static <T> T parse(String text, Function<String, T> parser, String expected) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            // Not the cause: its message would hold the text.
            throw not(expected);
        }
    }

    /** {@code y-M-d}, {@code y-M}, either with anything after a blank; or days since the epoch. */
    private static int parseDate(String text) {
        if (DIGITS.matcher(text).matches()) {
            return parse(text, Integer::valueOf, "a number of days");
        }
        Matcher matcher = DATE.matcher(text.strip());
        if (matcher.matches()) {
            try {
                int day = matcher.group(3) == null ? 1 : number(matcher.group(3));
                return (int) LocalDate.of(number(matcher.group(1)), number(matcher.group(2)), day)
                        .toEpochDay();
            } catch (DateTimeException e) {
                throw not("a date that exists");
            }
        }
        throw not("a date such as 2026-01-31");
    }

    /** {@code HH:mm[:ss[.SSS]]}, further digits rounded half up; or milliseconds of the day. */
    private static int parseTime(String text) {
        String stripped = text.strip();
        Matcher matcher = TIME.matcher(stripped);
        long millis = -1;
        if (DIGITS.matcher(text).matches()) {
            millis = parse(text, Long::valueOf, "a number of milliseconds");
        } else if (matcher.matches()) {
            try {
                int second = matcher.group(3) == null ? 0 : number(matcher.group(3));
                LocalTime time = LocalTime.of(number(matcher.group(1)), number(matcher.group(2)), second);
                millis = time.toSecondOfDay() * 1000L + (nanos(matcher.group(4)) + 500_000) / 1_000_000;
            } catch (DateTimeException e) {
                throw not("a time of day that exists");
            }
        }
        if (millis < 0 || millis >= TimeCasts.MILLIS_PER_DAY) {
            throw not("a time of day such as 12:34:56.789");
        }
        return (int) millis;
    }

    private static Timestamp parseTimestamp(String text, int precision) {
        if (!DIGITS.matcher(text).matches()) {
            return parseLocal(text).truncate(precision);
        }
        long units = parse(text, Long::valueOf, "a number that fits BIGINT");
        long perMilli = 1;
        for (int digits = 3; digits < precision; digits++) {
            perMilli *= 10;
        }
        long millisPerUnit = 1;
        for (int digits = precision; digits < 3; digits++) {
            millisPerUnit *= 10;
        }
        try {
            return new Timestamp(Math.floorDiv(Math.multiplyExact(units, millisPerUnit), perMilli), (int)
                    (Math.floorMod(units, perMilli) * (1_000_000 / perMilli)));
        } catch (ArithmeticException e) {
            throw not("within the range of timestamps");
        }
    }

    /** {@code yyyy-M-d[ H:m:s[.n]]}. A day that its month does not have is the month's last; 24:00:00 is the next day's midnight. */
    private static Timestamp parseLocal(String text) {
        Matcher matcher = TIMESTAMP.matcher(text);
        if (!matcher.matches() || number(matcher.group(1)) == 0) {
            throw not("a timestamp such as 2026-01-31 12:34:56.789");
        }
        try {
            YearMonth month = YearMonth.of(number(matcher.group(1)), number(matcher.group(2)));
            int day = number(matcher.group(3));
            LocalDate date = month.atDay(day > 31 ? day : Math.min(day, month.lengthOfMonth()));
            if (matcher.group(4) == null) {
                return Timestamp.of(date.atStartOfDay());
            }
            int hour = number(matcher.group(4));
            int minute = number(matcher.group(5));
            int second = number(matcher.group(6));
            int nanos = nanos(matcher.group(7));
            if (hour == 24 && minute == 0 && second == 0 && nanos == 0) {
                return Timestamp.of(date.plusDays(1).atStartOfDay());
            }
            return Timestamp.of(LocalDateTime.of(date, LocalTime.of(hour, minute, second, nanos)));
        } catch (DateTimeException e) {
            throw not("a date and time that exist");
        }
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private static int nanos(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
    }

    private static InvalidInputException not(String expected) {
        return new InvalidInputException("the text is not " + expected);
    }
}

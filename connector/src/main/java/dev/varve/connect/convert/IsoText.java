package dev.varve.connect.convert;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;

/**
 * Dates and times that come as numbers, as text for STRING columns: {@code 2026-01-31}, {@code 23:59:59.5},
 * {@code 2026-01-31T23:59:59.5}, years beyond 9999 with a sign. Nothing is lost: infinities are {@code infinity} and
 * {@code -infinity}, and a time that is no time of day, as MySQL's may be, is written like {@code -838:59:59}.
 */
final class IsoText {
    private static final long MILLIS_OF_DAY = 86_400_000L;
    private static final long NANOS_OF_SECOND = 1_000_000_000L;

    private IsoText() {}

    /** The text; null if the value is no number, or one that no date or time is coded as. */
    static String of(Meaning meaning, Object value) {
        boolean isDate = value instanceof Date;
        if (!isDate && !(value instanceof Number coded && Numbers.isIntegral(coded))) {
            return null;
        }
        long number = isDate ? ((Date) value).getTime() : ((Number) value).longValue();
        return switch (meaning) {
            case DATE -> isDate ? ofDateMillis(number) : date(number);
            case TIME_MILLIS -> time(number, 1_000L);
            case TIME_MICROS -> time(number, 1_000_000L);
            case TIME_NANOS -> time(number, NANOS_OF_SECOND);
            case TIMESTAMP_MILLIS -> timestamp(number, 1_000L);
            case TIMESTAMP_MICROS -> timestamp(number, 1_000_000L);
            case TIMESTAMP_NANOS -> timestamp(number, NANOS_OF_SECOND);
            default -> null;
        };
    }

    private static String ofDateMillis(long millis) {
        return Math.floorMod(millis, MILLIS_OF_DAY) == 0 ? date(Math.floorDiv(millis, MILLIS_OF_DAY)) : null;
    }

    private static String date(long days) {
        return InfiniteTimes.isInfiniteDay(days)
                ? InfiniteTimes.textOfDay(days)
                : LocalDate.ofEpochDay(days).toString();
    }

    private static String time(long number, long unitsOfSecond) {
        long seconds = Math.abs(number / unitsOfSecond);
        long nanos = Math.abs(number % unitsOfSecond) * (NANOS_OF_SECOND / unitsOfSecond);
        String whole = String.format("%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
        String fraction = nanos == 0
                ? ""
                : BigDecimal.valueOf(nanos, 9)
                        .stripTrailingZeros()
                        .toPlainString()
                        .substring(1);
        return (number < 0 ? "-" : "") + whole + fraction;
    }

    private static String timestamp(long number, long unitsOfSecond) {
        if (InfiniteTimes.isInfinite(number)) {
            return InfiniteTimes.text(number);
        }
        return LocalDateTime.ofEpochSecond(
                        Math.floorDiv(number, unitsOfSecond),
                        (int) (Math.floorMod(number, unitsOfSecond) * (NANOS_OF_SECOND / unitsOfSecond)),
                        ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }
}

package dev.varve.table.row;

import dev.varve.table.error.InvalidInputException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates and times as people write them, exactly: nothing is rounded, cut off or moved to a day that exists. Fails with
 * {@link InvalidInputException}, which does not repeat the text.
 */
public final class TemporalParser {
    private static final Pattern DATE = Pattern.compile("([+-]?[0-9]{4,9})-([0-9]{2})-([0-9]{2})");
    private static final Pattern TIME = Pattern.compile("([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?");
    private static final Pattern DATE_TIME =
            Pattern.compile("([^ T]+)(?:[ T]([0-9:.]+)[ ]?(Z|[+-][0-9]{2}:[0-9]{2})?)?");

    private TemporalParser() {}

    /**
     * A date and time, in a zone or not.
     *
     * @param offset if the text names one
     */
    public record DateTime(LocalDateTime local, Optional<ZoneOffset> offset) {
        /** The instant; without an offset that of the local time in a zone. */
        public Timestamp in(ZoneId zone) {
            return timestamp(LocalDateTime.ofInstant(
                    local.atZone(offset.<ZoneId>map(known -> known).orElse(zone))
                            .toInstant(),
                    ZoneOffset.UTC));
        }

        /** The local time; offsets are left aside. */
        public Timestamp asLocal() {
            return timestamp(local);
        }

        private static Timestamp timestamp(LocalDateTime time) {
            try {
                return Timestamp.of(time);
            } catch (ArithmeticException e) {
                throw not("within the range of timestamps");
            }
        }
    }

    /** {@code yyyy-MM-dd}; years may have a sign and more digits. */
    public static LocalDate date(String text) {
        Matcher matcher = DATE.matcher(text.strip());
        if (!matcher.matches()) {
            throw not("a date such as 2026-01-31");
        }
        try {
            return LocalDate.of(number(matcher.group(1)), number(matcher.group(2)), number(matcher.group(3)));
        } catch (DateTimeException e) {
            throw not("a date that exists");
        }
    }

    /** {@code HH:mm[:ss[.n]]} with up to nine digits after the point. */
    public static LocalTime time(String text) {
        Matcher matcher = TIME.matcher(text.strip());
        if (!matcher.matches()) {
            throw not("a time such as 12:34:56.789");
        }
        String seconds = matcher.group(3);
        String fraction = matcher.group(4);
        try {
            return LocalTime.of(
                    number(matcher.group(1)),
                    number(matcher.group(2)),
                    seconds == null ? 0 : number(seconds),
                    fraction == null ? 0 : number((fraction + "000000000").substring(0, 9)));
        } catch (DateTimeException e) {
            throw not("a time that exists");
        }
    }

    /**
     * {@code yyyy-MM-dd[ HH:mm[:ss[.n]][offset]]}: a T may stand for the blank; the offset is {@code Z} or {@code +hh:mm}; without
     * a time it is midnight.
     */
    public static DateTime dateTime(String text) {
        Matcher matcher = DATE_TIME.matcher(text.strip());
        if (!matcher.matches()) {
            throw not("a timestamp such as 2026-01-31 12:34:56.789");
        }
        LocalTime time = matcher.group(2) == null ? LocalTime.MIDNIGHT : time(matcher.group(2));
        try {
            return new DateTime(
                    date(matcher.group(1)).atTime(time),
                    Optional.ofNullable(matcher.group(3)).map(ZoneOffset::of));
        } catch (DateTimeException e) {
            throw not("a timestamp with an offset that exists");
        }
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private static InvalidInputException not(String expected) {
        return new InvalidInputException("the text is not " + expected);
    }
}

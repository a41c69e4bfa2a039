package dev.varve.connect.convert;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads dates and times in ISO 8601 notation. A date-time may have a blank instead of the T, and an offset written
 * {@code Z}, {@code +02}, {@code +0200} or {@code +02:00}.
 */
final class TimeText {
    private static final DateTimeFormatter DATE = builder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME = builder()
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendLiteral('Z')
            .optionalEnd()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter DATE_TIME = builder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("['T'][' ']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private TimeText() {}

    /** A date-time as written, and its offset if one is written. */
    record Stamp(LocalDateTime local, Optional<ZoneOffset> offset) {
        /** The same moment as a date-time in UTC; without offset it is taken to be one. */
        LocalDateTime utc() {
            return offset.map(written -> local.minusSeconds(written.getTotalSeconds()))
                    .orElse(local);
        }
    }

    private static DateTimeFormatterBuilder builder() {
        return new DateTimeFormatterBuilder().parseCaseInsensitive();
    }

    /** Empty if the text is no date. A zone is read and left out: a date has none. */
    static Optional<LocalDate> date(String text) {
        return parse(DATE, text).map(LocalDate::from);
    }

    /** Empty if the text is no time of day. */
    static Optional<LocalTime> time(String text) {
        return parse(TIME, text).map(LocalTime::from);
    }

    /** Empty if the text is no date and time. */
    static Optional<Stamp> stamp(String text) {
        return parse(DATE_TIME, text)
                .map(parsed -> new Stamp(
                        LocalDateTime.from(parsed), Optional.ofNullable(parsed.query(TemporalQueries.offset()))));
    }

    private static Optional<TemporalAccessor> parse(DateTimeFormatter formatter, String text) {
        try {
            return Optional.of(formatter.parse(text.strip()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

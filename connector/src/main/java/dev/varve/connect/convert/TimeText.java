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
    private static final DateTimeFormatter DATE = withOffset(DateTimeFormatter.ISO_LOCAL_DATE);
    private static final DateTimeFormatter TIME = withOffset(DateTimeFormatter.ISO_LOCAL_TIME);
    private static final DateTimeFormatter DATE_TIME = withOffset(DateTimeFormatter.ISO_LOCAL_DATE_TIME);

    private TimeText() {}

    /**
     * A date-time, moved to UTC by its offset if it has one.
     *
     * @param epochSecond seconds since 1970 as if in UTC
     */
    record Stamp(long epochSecond, int nanoOfSecond, boolean hasOffset) {}

    private static DateTimeFormatter withOffset(DateTimeFormatter local) {
        return new DateTimeFormatterBuilder()
                .append(local)
                .optionalStart()
                .parseLenient()
                .appendOffset("+HH:MM:ss", "Z")
                .optionalEnd()
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** Empty if the text is no date. A zone is read and left out: a date has none. */
    static Optional<LocalDate> date(String text) {
        return parse(DATE, text).map(LocalDate::from);
    }

    /** Empty if the text is no time of day, or one of another zone than UTC. */
    static Optional<LocalTime> time(String text) {
        return parse(TIME, text)
                .filter(parsed -> {
                    ZoneOffset offset = parsed.query(TemporalQueries.offset());
                    return offset == null || offset.equals(ZoneOffset.UTC);
                })
                .map(LocalTime::from);
    }

    /** Empty if the text is no date and time. */
    static Optional<Stamp> stamp(String text) {
        Stamp usual = IsoStampReader.read(text);
        return usual == null ? unusual(text) : Optional.of(usual);
    }

    /** Years of other than four digits, offsets with seconds, surrounding blanks. */
    private static Optional<Stamp> unusual(String text) {
        return parse(DATE_TIME, text.strip().replace(' ', 'T')).map(parsed -> {
            LocalDateTime local = LocalDateTime.from(parsed);
            ZoneOffset offset = parsed.query(TemporalQueries.offset());
            long seconds = local.toEpochSecond(offset == null ? ZoneOffset.UTC : offset);
            return new Stamp(seconds, local.getNano(), offset != null);
        });
    }

    private static Optional<TemporalAccessor> parse(DateTimeFormatter formatter, String text) {
        try {
            return Optional.of(formatter.parse(text.strip()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

package dev.varve.connect.convert;

import dev.varve.table.row.Timestamp;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.util.Date;
import java.util.Optional;

/**
 * Timestamps as numbers, Connect timestamps, ISO texts → TIMESTAMP, TIMESTAMP WITH LOCAL TIME ZONE. A text with an offset means
 * the moment in UTC; one without cannot become an instant. No time zone of this machine is ever used.
 */
final class TimestampConverter implements ValueConverter {
    /** Beyond, microseconds do not fit a {@code long}. */
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1000;

    private final Site site;
    private final PrecisionType type;
    private final Meaning meaning;
    private final TimeUnits unit;

    TimestampConverter(Site site, PrecisionType type, Meaning meaning) {
        this.site = site;
        this.type = type;
        this.meaning = meaning;
        this.unit = switch (meaning) {
            case TIMESTAMP_MICROS -> TimeUnits.MICROS;
            case TIMESTAMP_NANOS -> TimeUnits.NANOS;
            case UNTYPED -> TimeUnits.ofPrecision(type.precision());
            default -> TimeUnits.MILLIS;
        };
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        boolean isTimestamp = meaning == Meaning.TIMESTAMP_MILLIS
                || meaning == Meaning.TIMESTAMP_MICROS
                || meaning == Meaning.TIMESTAMP_NANOS
                || meaning == Meaning.UNTYPED;
        if (isTimestamp && value instanceof Number number && Numbers.isIntegral(number)) {
            return ofNumber(number.longValue(), attempt);
        }
        if (isTimestamp && value instanceof Date date) {
            return ofNumber(date.getTime(), TimeUnits.MILLIS, attempt);
        }
        if (value instanceof String text) {
            return InfiniteTimes.isInfinite(text) ? attempt.infinite(site) : ofText(text, attempt);
        }
        return attempt.wrongType(site, value, "a timestamp: a number, or a text like 2026-01-31T23:59:59.999Z");
    }

    private Object ofNumber(long number, Attempt attempt) {
        return ofNumber(number, unit, attempt);
    }

    private Object ofNumber(long number, TimeUnits units, Attempt attempt) {
        if (InfiniteTimes.isInfinite(number)) {
            return attempt.infinite(site);
        }
        return checked(
                switch (units) {
                    case MILLIS -> Timestamp.ofMillis(number);
                    case MICROS -> Timestamp.ofMicros(number);
                    case NANOS -> Timestamp.ofNanos(number);
                },
                units.digits(),
                attempt);
    }

    private Object ofText(String text, Attempt attempt) {
        Optional<TimeText.Stamp> stamp = TimeText.stamp(text);
        if (stamp.isEmpty()) {
            return attempt.notA(site, meaning, "timestamp like 2026-01-31T23:59:59.999Z");
        }
        if (type.root() == TypeRoot.TIMESTAMP_LTZ && !stamp.get().hasOffset()) {
            return attempt.misfit(site, null, "the text has no offset, so it does not tell an instant");
        }
        long seconds = stamp.get().epochSecond();
        int nanos = stamp.get().nanoOfSecond();
        return Math.abs(seconds) >= MAX_MILLIS / 1000
                ? outOfRange(attempt)
                : checked(
                        new Timestamp(seconds * 1000 + nanos / 1_000_000, nanos % 1_000_000),
                        TimeUnits.NANOS.digits(),
                        attempt);
    }

    /** {@code digits} is how many the value may have; only where the column has fewer must it be looked at. */
    private Object checked(Timestamp timestamp, int digits, Attempt attempt) {
        if (Math.abs(timestamp.millis()) >= MAX_MILLIS) {
            return outOfRange(attempt);
        }
        if (digits <= type.precision() || timestamp.truncate(type.precision()).equals(timestamp)) {
            return timestamp;
        }
        int needed = timestamp.truncate(3).equals(timestamp)
                ? 3
                : timestamp.truncate(6).equals(timestamp) ? 6 : 9;
        return attempt.misfit(
                site,
                new PrecisionType(type.root(), needed, true),
                "the timestamp has " + needed + " digits of a second");
    }

    private Object outOfRange(Attempt attempt) {
        return attempt.misfit(site, null, "the timestamp is out of range");
    }
}

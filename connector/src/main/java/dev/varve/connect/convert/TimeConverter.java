package dev.varve.connect.convert;

import dev.varve.table.type.PrecisionType;
import java.time.LocalTime;
import java.util.Date;
import java.util.Optional;

/** Times of day as numbers, Connect times, ISO texts → TIME, which is stored in milliseconds whatever its precision. */
final class TimeConverter implements ValueConverter {
    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final long NANOS_OF_MILLI = 1_000_000L;

    private final Site site;
    private final Meaning meaning;
    private final TimeUnits unit;
    private final int precision;

    TimeConverter(Site site, PrecisionType type, Meaning meaning) {
        this.site = site;
        this.meaning = meaning;
        this.precision = type.precision();
        this.unit = switch (meaning) {
            case TIME_MICROS -> TimeUnits.MICROS;
            case TIME_NANOS -> TimeUnits.NANOS;
            case UNTYPED -> TimeUnits.ofPrecision(type.precision());
            default -> TimeUnits.MILLIS;
        };
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        boolean isTime = meaning == Meaning.TIME_MILLIS
                || meaning == Meaning.TIME_MICROS
                || meaning == Meaning.TIME_NANOS
                || meaning == Meaning.UNTYPED;
        if (isTime && value instanceof Number number && Numbers.isIntegral(number)) {
            return ofNumber(number.longValue(), attempt);
        }
        if (isTime && value instanceof Date date) {
            return ofMillis(date.getTime(), attempt);
        }
        if (value instanceof String text) {
            Optional<LocalTime> time = TimeText.time(text);
            return time.isPresent()
                    ? ofNanos(time.get().toNanoOfDay(), attempt)
                    : attempt.notA(site, meaning, "time like 23:59:59.999");
        }
        return attempt.wrongType(site, value, "a time of day: a number, or a text like 23:59:59.999");
    }

    private Object ofNumber(long number, Attempt attempt) {
        return switch (unit) {
            case MILLIS -> ofMillis(number, attempt);
            case MICROS ->
                number >= 0 && number < NANOS_OF_DAY / 1000 ? ofNanos(number * 1000, attempt) : outOfRange(attempt);
            case NANOS -> ofNanos(number, attempt);
        };
    }

    private Object ofMillis(long millis, Attempt attempt) {
        return millis >= 0 && millis < NANOS_OF_DAY / NANOS_OF_MILLI
                ? ofNanos(millis * NANOS_OF_MILLI, attempt)
                : outOfRange(attempt);
    }

    private Object ofNanos(long nanos, Attempt attempt) {
        if (nanos < 0 || nanos >= NANOS_OF_DAY) {
            return outOfRange(attempt);
        }
        long step = NANOS_OF_MILLI;
        for (int digits = precision; digits < 3; digits++) {
            step *= 10;
        }
        return nanos % step == 0
                ? (Object) (int) (nanos / NANOS_OF_MILLI)
                : attempt.misfit(
                        site,
                        null,
                        "the time has more digits than " + site.type() + " stores (milliseconds at best); a BIGINT"
                                + " or STRING column would hold it");
    }

    private Object outOfRange(Attempt attempt) {
        return attempt.misfit(site, null, "the time is not within one day; a BIGINT column would hold it");
    }
}

package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Durations written as {@code 10 s}. */
public final class DurationText {
    private static final String EXPECTED =
            "expected a whole number and a unit, one of ms, s, min, h, d, for example '10 min'; "
                    + "a bare number counts milliseconds";

    private DurationText() {}

    /**
     * Reads {@code 10s}, {@code 10 Seconds}, {@code 500}. Units in any case: d, day(s); h, hour(s); min, m, minute(s); s,
     * sec(s), second(s); ms, milli(s), millisecond(s); µs, micro(s), microsecond(s); ns, nano(s), nanosecond(s).
     *
     * @throws InvalidInputException if the text is none of these
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        int digits = 0;
        while (digits < trimmed.length() && trimmed.charAt(digits) >= '0' && trimmed.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            throw new InvalidInputException("'" + text + "' is not a duration: " + EXPECTED);
        }
        ChronoUnit unit = unit(text, trimmed.substring(digits).strip().toLowerCase(Locale.ROOT));
        try {
            return Duration.of(Long.parseLong(trimmed.substring(0, digits)), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidInputException("the duration '" + text + "' is too long", e);
        }
    }

    private static ChronoUnit unit(String text, String unit) {
        return switch (unit) {
            case "d", "day", "days" -> ChronoUnit.DAYS;
            case "h", "hour", "hours" -> ChronoUnit.HOURS;
            case "min", "m", "minute", "minutes" -> ChronoUnit.MINUTES;
            case "s", "sec", "secs", "second", "seconds" -> ChronoUnit.SECONDS;
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" -> ChronoUnit.MILLIS;
            case "µs", "micro", "micros", "microsecond", "microseconds" -> ChronoUnit.MICROS;
            case "ns", "nano", "nanos", "nanosecond", "nanoseconds" -> ChronoUnit.NANOS;
            default -> throw new InvalidInputException("'" + text + "' is not a duration: " + EXPECTED);
        };
    }
}

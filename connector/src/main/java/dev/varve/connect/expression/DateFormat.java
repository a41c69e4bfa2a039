package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes moments by a pattern of {@link DateTimeFormatter}, names in English. Values of a stream lie close together, so the last text
 * is kept and given out again as long as nothing that the pattern shows differs. Confined to one thread.
 */
final class DateFormat {
    /** No unit of time is the same for a second value. */
    private static final long NONE = 0;

    private static final long DAY = 86_400;
    private static final String DAY_LETTERS = "GuyDMLdQqYwWEecFg";
    private static final String HOUR_LETTERS = "ahKkH";
    private static final String MINUTE_LETTERS = "mB";

    private final DateTimeFormatter formatter;
    /** Seconds for which the text stays the same. */
    private final long unit;

    private long lastUnit;
    private BinaryString last;

    private DateFormat(DateTimeFormatter formatter, long unit) {
        this.formatter = formatter;
        this.unit = unit;
    }

    /** @throws InvalidInputException if the pattern is none, or shows something that a local date and time does not have */
    static DateFormat of(String pattern) {
        try {
            DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
            // Fails if the pattern asks for what no local date and time has: a zone, say.
            formatter.formatTo(LocalDateTime.of(2000, 1, 1, 0, 0), new StringBuilder());
            return new DateFormat(formatter, unit(pattern));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new InvalidInputException(
                    "'" + pattern + "' is no pattern of a date and time such as yyyy-MM-dd: " + e.getMessage(), e);
        }
    }

    private static long unit(String pattern) {
        long unit = DAY;
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            quoted ^= c == '\'';
            if (!quoted && Character.isLetter(c)) {
                unit = Math.min(unit, unit(c));
            }
        }
        return unit;
    }

    private static long unit(char letter) {
        if (DAY_LETTERS.indexOf(letter) >= 0) {
            return DAY;
        }
        if (HOUR_LETTERS.indexOf(letter) >= 0) {
            return 3600;
        }
        return MINUTE_LETTERS.indexOf(letter) >= 0 ? 60 : letter == 's' ? 1 : NONE;
    }

    BinaryString format(Moments moments, Object value) {
        long second = moments.epochSecond(value);
        if (unit == NONE) {
            return text(second, moments.nano(value));
        }
        long now = Math.floorDiv(second, unit);
        if (last == null || now != lastUnit) {
            last = text(second, 0);
            lastUnit = now;
        }
        return last;
    }

    private BinaryString text(long second, int nano) {
        return BinaryString.of(formatter.format(LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC)));
    }
}

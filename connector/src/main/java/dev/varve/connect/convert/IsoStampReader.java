package dev.varve.connect.convert;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Reads the usual form of a date-time, {@code 2026-01-31T23:59:59.123456Z}, many times faster than the general formatter does:
 * four digits of the year, T or a blank, up to nine digits of the fraction, and the offset {@code Z}, {@code +02}, {@code +0200},
 * {@code +02:00} or none. Confined to one call.
 */
final class IsoStampReader {
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int FRACTION_DIGITS = 9;
    private static final int MAX_OFFSET_SECONDS = 18 * 3600;
    /** Length of {@code 2026-01-31T23:59:59}. */
    private static final int WHOLE_SECONDS = 19;

    private final String text;
    private int at;
    private boolean bad;

    private IsoStampReader(String text) {
        this.text = text;
    }

    /** The date-time; null if the text has another form or names no moment, which the general formatter then decides. */
    static TimeText.Stamp read(String text) {
        return text.length() < WHOLE_SECONDS ? null : new IsoStampReader(text).read();
    }

    private TimeText.Stamp read() {
        int year = digits(4);
        expect('-');
        int month = digits(2);
        expect('-');
        int day = digits(2);
        bad |= text.charAt(at) != 'T' && text.charAt(at) != ' ';
        at++;
        int hour = digits(2);
        expect(':');
        int minute = digits(2);
        expect(':');
        int second = digits(2);
        int nano = fraction();
        boolean hasOffset = at < text.length();
        int offset = hasOffset ? offset() : 0;
        bad |= at != text.length() || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59;
        if (bad || day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
            return null;
        }
        long seconds = LocalDate.of(year, month, day).toEpochDay() * SECONDS_OF_DAY
                + hour * 3600
                + minute * 60
                + second
                - offset;
        return new TimeText.Stamp(seconds, nano, hasOffset);
    }

    private int digits(int count) {
        int number = 0;
        for (int i = 0; i < count; i++) {
            number = number * 10 + digit();
        }
        return number;
    }

    private int digit() {
        int digit = at < text.length() ? text.charAt(at) - '0' : -1;
        at++;
        bad |= digit < 0 || digit > 9;
        return digit;
    }

    private void expect(char c) {
        bad |= at >= text.length() || text.charAt(at) != c;
        at++;
    }

    private int fraction() {
        if (at >= text.length() || text.charAt(at) != '.') {
            return 0;
        }
        at++;
        int start = at;
        int nano = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && at - start < FRACTION_DIGITS) {
            nano = nano * 10 + digit();
        }
        bad |= at == start;
        for (int digits = at - start; digits < FRACTION_DIGITS; digits++) {
            nano *= 10;
        }
        return nano;
    }

    /** Seconds east of UTC. */
    private int offset() {
        char sign = text.charAt(at++);
        if (sign == 'Z') {
            return 0;
        }
        bad |= sign != '+' && sign != '-';
        int seconds = digits(2) * 3600;
        if (at < text.length()) {
            if (text.charAt(at) == ':') {
                at++;
            }
            int minutes = digits(2);
            bad |= minutes > 59;
            seconds += minutes * 60;
        }
        bad |= seconds > MAX_OFFSET_SECONDS;
        return sign == '-' ? -seconds : seconds;
    }
}

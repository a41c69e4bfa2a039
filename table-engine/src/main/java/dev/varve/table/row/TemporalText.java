package dev.varve.table.row;

import java.time.LocalDate;
import java.time.LocalDateTime;

/** How dates and times are written as text in SQL manner. */
public final class TemporalText {
    private TemporalText() {}

    /** {@code 2024-02-29}; years have at least four digits. */
    public static String date(int epochDay) {
        return date(LocalDate.ofEpochDay(epochDay));
    }

    /**
     * {@code 12:34:56}, for a precision above 0 with a point and the digits of the milliseconds: at least one, at most as many
     * as the precision says, none after the last that is not zero.
     */
    public static String time(int millisOfDay, int precision) {
        StringBuilder text = new StringBuilder(clock(millisOfDay / 1000));
        int rest = millisOfDay % 1000;
        int unit = 100;
        for (int digit = 0; digit < Math.min(precision, 3) && (digit == 0 || rest > 0); digit++) {
            text.append(digit == 0 ? "." : "").append(rest / unit);
            rest %= unit;
            unit /= 10;
        }
        return text.toString();
    }

    /** {@code 2024-02-29 12:34:56.789}, with exactly {@code precision} digits after the point, none and no point for 0. */
    public static String timestamp(Timestamp local, int precision) {
        LocalDateTime time = local.toLocalDateTime();
        String text = date(time.toLocalDate()) + " " + clock(time.toLocalTime().toSecondOfDay());
        return precision == 0 ? text : text + "." + padded(9, time.getNano()).substring(0, precision);
    }

    private static String date(LocalDate date) {
        int year = date.getYear();
        return (year < 0 ? "-" : "") + padded(4, Math.abs(year)) + "-" + padded(2, date.getMonthValue()) + "-"
                + padded(2, date.getDayOfMonth());
    }

    private static String clock(int secondOfDay) {
        return padded(2, secondOfDay / 3600)
                + ":" + padded(2, secondOfDay / 60 % 60)
                + ":" + padded(2, secondOfDay % 60);
    }

    private static String padded(int digits, int number) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }
}

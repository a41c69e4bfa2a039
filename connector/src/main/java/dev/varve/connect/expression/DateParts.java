package dev.varve.connect.expression;

import java.time.LocalDate;

/** Parts of a date and time of day. */
enum DateParts {
    /** Proleptic: the year before 1 is 0, 44 BC is -43. */
    YEAR,
    MONTH,
    DAY,
    HOUR,
    MINUTE,
    SECOND;

    static final int SECONDS_PER_DAY = 86_400;

    /** @param epochSecond seconds since 1970-01-01 00:00:00, local, within the range of {@link LocalDate} */
    Integer of(long epochSecond) {
        int secondOfDay = (int) Math.floorMod(epochSecond, (long) SECONDS_PER_DAY);
        return switch (this) {
            case YEAR -> date(epochSecond).getYear();
            case MONTH -> date(epochSecond).getMonthValue();
            case DAY -> date(epochSecond).getDayOfMonth();
            case HOUR -> secondOfDay / 3600;
            case MINUTE -> secondOfDay / 60 % 60;
            case SECOND -> secondOfDay % 60;
        };
    }

    private static LocalDate date(long epochSecond) {
        return LocalDate.ofEpochDay(Math.floorDiv(epochSecond, (long) SECONDS_PER_DAY));
    }
}

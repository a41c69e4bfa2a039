package dev.varve.connect.convert;

/**
 * Dates that no column can hold: MySQL's with a zero month or day, which arrive as texts, and PostgreSQL's infinite ones. How
 * these and infinite timestamps arrive: as the text that PostgreSQL prints, as the driver's milliseconds in
 * whatever unit the field has, or as days that its 32-bit infinities wrapped to.
 */
final class InfiniteTimes {
    /** The first day that PostgreSQL, which reaches farthest back, can store: 24 November 4714 BC. */
    private static final int FIRST_DAY = -2_440_588;
    /** Its last day, 31 December 5874897. */
    private static final int LAST_DAY = 2_145_042_905;

    private static final long POSITIVE = 9_223_372_036_825_200_000L;
    private static final long NEGATIVE = -9_223_372_036_832_400_000L;

    private InfiniteTimes() {}

    /** Whether the text of a date or timestamp is {@code infinity}, or like {@code 0000-00-00} or {@code 2026-01-00}. */
    static boolean isInfinite(String text) {
        return text.equals("infinity")
                || text.equals("-infinity")
                || text.startsWith("-00", 4)
                || text.startsWith("-00", 7);
    }

    /** For timestamps in any unit. */
    static boolean isInfinite(long timestamp) {
        return timestamp == POSITIVE
                || timestamp == NEGATIVE
                || timestamp == Long.MAX_VALUE
                || timestamp == Long.MIN_VALUE;
    }

    /** PostgreSQL's text for an infinite timestamp. */
    static String text(long timestamp) {
        return timestamp > 0 ? "infinity" : "-infinity";
    }

    /** PostgreSQL's text for an infinite day; null if it does not tell which infinity it is. */
    static String textOfDay(long days) {
        if (days > LAST_DAY) {
            return "infinity";
        }
        if (days != (int) days) {
            return "-infinity";
        }
        return switch ((int) days) {
            // A change: PostgreSQL's largest 32-bit day since 2000, wrapped as a day since 1970. A snapshot: the day of
            // the
            // driver's largest date, wrapped, east and west of Greenwich.
            case -2_147_472_692, -622_191_234, -622_191_233 -> "infinity";
            // The same of the smallest day; the source takes the year of the driver's smallest date for one of our era.
            case -2_147_472_691, -625_821_272, -625_821_271 -> "-infinity";
            default -> null;
        };
    }

    /** For days since 1970; no source has days out of this range. */
    static boolean isInfiniteDay(long days) {
        return days < FIRST_DAY || days > LAST_DAY;
    }
}

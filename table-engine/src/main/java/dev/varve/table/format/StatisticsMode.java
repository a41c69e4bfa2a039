package dev.varve.table.format;

import dev.varve.table.error.InvalidInputException;
import java.util.Locale;

/**
 * What is kept of one column: nothing, null counts only, exact bounds, or bounds with text shortened to a number of code
 * points (format page manifests, statistics rules).
 *
 * @param kind which of the four
 * @param length code points to keep, for {@link Kind#TRUNCATE} only
 */
public record StatisticsMode(Kind kind, int length) {
    public static final StatisticsMode NONE = new StatisticsMode(Kind.NONE, 0);
    public static final StatisticsMode COUNTS = new StatisticsMode(Kind.COUNTS, 0);
    public static final StatisticsMode FULL = new StatisticsMode(Kind.FULL, 0);

    /** The four modes. */
    public enum Kind {
        NONE,
        COUNTS,
        TRUNCATE,
        FULL
    }

    public static StatisticsMode truncate(int length) {
        if (length < 1) {
            throw new InvalidInputException("statistics mode truncate(" + length + "): the length must be at least 1");
        }
        return new StatisticsMode(Kind.TRUNCATE, length);
    }

    /** Reads {@code none}, {@code counts}, {@code full} or {@code truncate(n)}, in any case. */
    public static StatisticsMode parse(String text) {
        String mode = text.strip().toLowerCase(Locale.ROOT);
        return switch (mode) {
            case "none" -> NONE;
            case "counts" -> COUNTS;
            case "full" -> FULL;
            default -> parseTruncate(text, mode);
        };
    }

    private static StatisticsMode parseTruncate(String text, String mode) {
        if (mode.startsWith("truncate(") && mode.endsWith(")")) {
            try {
                return truncate(Integer.parseInt(
                        mode.substring("truncate(".length(), mode.length() - 1).strip()));
            } catch (NumberFormatException e) {
                throw new InvalidInputException("statistics mode '" + text + "': the length is not a number", e);
            }
        }
        throw new InvalidInputException("statistics mode '" + text + "' is not one of none, counts, full, truncate(n)");
    }
}

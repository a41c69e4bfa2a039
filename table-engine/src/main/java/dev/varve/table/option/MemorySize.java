package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.util.Locale;

/** A number of bytes, 0 or more, written as {@code 128 mb}; units are powers of 1024. */
public record MemorySize(long bytes) implements Comparable<MemorySize> {
    private static final String EXPECTED =
            "expected a whole number and a unit, one of b, kb, mb, gb, tb (1024 each), for example '128 mb'; "
                    + "a bare number counts bytes";

    public MemorySize {
        if (bytes < 0) {
            throw new InvalidInputException("a size must not be negative, got " + bytes + " bytes");
        }
    }

    public static MemorySize ofKibibytes(long kibibytes) {
        return new MemorySize(Math.multiplyExact(kibibytes, 1L << 10));
    }

    public static MemorySize ofMebibytes(long mebibytes) {
        return new MemorySize(Math.multiplyExact(mebibytes, 1L << 20));
    }

    /**
     * Reads {@code 64mb}, {@code 64 MB}, {@code 67108864}. Units in any case: b, bytes; k, kb, kibibytes; m, mb, mebibytes; g,
     * gb, gibibytes; t, tb, tebibytes.
     */
    public static MemorySize parse(String text) {
        String trimmed = text.strip();
        int digits = 0;
        while (digits < trimmed.length() && trimmed.charAt(digits) >= '0' && trimmed.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            throw new InvalidInputException("'" + text + "' is not a size: " + EXPECTED);
        }
        long factor = factor(text, trimmed.substring(digits).strip().toLowerCase(Locale.ROOT));
        try {
            return new MemorySize(Math.multiplyExact(Long.parseLong(trimmed.substring(0, digits)), factor));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidInputException("the size '" + text + "' is larger than " + Long.MAX_VALUE + " bytes", e);
        }
    }

    private static long factor(String text, String unit) {
        return switch (unit) {
            case "", "b", "bytes" -> 1L;
            case "k", "kb", "kibibytes" -> 1L << 10;
            case "m", "mb", "mebibytes" -> 1L << 20;
            case "g", "gb", "gibibytes" -> 1L << 30;
            case "t", "tb", "tebibytes" -> 1L << 40;
            default -> throw new InvalidInputException("'" + text + "' is not a size: " + EXPECTED);
        };
    }

    @Override
    public int compareTo(MemorySize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The largest unit that divides it: {@code 64 mb}; {@link #parse} reads it back. */
    @Override
    public String toString() {
        String[] units = {"bytes", "kb", "mb", "gb", "tb"};
        int unit = 0;
        long number = bytes;
        while (number > 0 && number % 1024 == 0 && unit < units.length - 1) {
            number /= 1024;
            unit++;
        }
        return number + " " + units[unit];
    }
}

package dev.varve.it.compare;

import dev.varve.it.process.HarnessException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * One text for each value, whoever has read it. Values of different kinds have different texts even if they look alike: a decimal
 * is not a string of digits, an instant is not a local time.
 */
public final class CanonicalText {
    private CanonicalText() {}

    /**
     * @param value null, a boxed integer, Float, Double, Boolean, BigDecimal, String, UUID (as its text), byte array, LocalDate,
     *     LocalTime, LocalDateTime, Instant, a list
     *     of such, or a map of such by name, whose order does not matter
     */
    public static String of(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String || value instanceof UUID) {
            return "'" + value + "'";
        } else if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString() + "m";
        } else if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof Double || value instanceof Float) {
            return value + "f";
        } else if (value instanceof List<?> list) {
            return list.stream().map(CanonicalText::of).collect(Collectors.joining(", ", "[", "]"));
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + of(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof Boolean
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof LocalDateTime
                || value instanceof Instant) {
            return value.toString();
        }
        throw new HarnessException("no canonical text for a " + value.getClass().getName());
    }
}

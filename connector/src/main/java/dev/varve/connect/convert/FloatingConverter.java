package dev.varve.connect.convert;

import dev.varve.table.type.DataTypes;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;

/**
 * Numbers → FLOAT, DOUBLE. An integer must be representable, a decimal must be the one that the floating-point number prints
 * as: 0.1 may become a DOUBLE, 0.1234567890123456789 may not.
 */
final class FloatingConverter implements ValueConverter {
    private final Site site;
    private final boolean isDouble;

    FloatingConverter(Site site) {
        this.site = site;
        this.isDouble = site.type().root() == TypeRoot.DOUBLE;
    }

    @Override
    public Object convert(Object value, Attempt attempt) {
        if (isDouble ? value instanceof Double : value instanceof Float) {
            return value;
        }
        Number number = value instanceof String text ? named(text) : Numbers.read(value);
        if (number == null) {
            return attempt.wrongType(site, value, "a number");
        }
        if (number instanceof Float single) {
            return (double) single;
        }
        if (number instanceof Double wide) {
            float single = wide.floatValue();
            if (isDouble) {
                return wide;
            }
            return single == wide || wide.isNaN()
                    ? (Object) single
                    : attempt.misfit(site, DataTypes.DOUBLE, "the number has more digits");
        }
        BigDecimal exact = Numbers.exact(number);
        return exact == null ? attempt.wrongType(site, value, "a number") : ofExact(exact, attempt);
    }

    private Object ofExact(BigDecimal exact, Attempt attempt) {
        double wide = exact.doubleValue();
        float single = exact.floatValue();
        if (isDouble && Double.isFinite(wide) && new BigDecimal(Double.toString(wide)).compareTo(exact) == 0) {
            return wide;
        }
        if (!isDouble && Float.isFinite(single) && new BigDecimal(Float.toString(single)).compareTo(exact) == 0) {
            return single;
        }
        return attempt.misfit(
                site, isDouble ? null : DataTypes.DOUBLE, "the number has more digits or is out of range");
    }

    /** JSON has no other way to write them. */
    private static Number named(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> Numbers.parse(text);
        };
    }
}

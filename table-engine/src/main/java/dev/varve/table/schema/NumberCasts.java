package dev.varve.table.schema;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Decimal;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;

/**
 * Casts between BOOLEAN and numbers. Towards integers and floating point they are Java's own: integers wrap, floating point
 * saturates at INT and BIGINT (and wraps from INT on to what is smaller), fractions are cut off.
 */
final class NumberCasts {
    private NumberCasts() {}

    /** False only for zero. */
    static ValueCast toBoolean() {
        return value -> ((Number) value).longValue() != 0;
    }

    static ValueCast toPrimitive(DataType from, DataType to) {
        TypeRoot source = from.root();
        return switch (to.root()) {
            case TINYINT -> value -> number(source, value).byteValue();
            case SMALLINT -> value -> number(source, value).shortValue();
            case INT -> value -> number(source, value).intValue();
            case BIGINT -> value -> number(source, value).longValue();
            case FLOAT -> value -> number(source, value).floatValue();
            case DOUBLE -> value -> number(source, value).doubleValue();
            default -> throw Check.unreachable(to);
        };
    }

    /** The exact decimal of the Java text, rounded half up; null if it has too many digits. FLOAT counts as the DOUBLE it is. */
    static ValueCast toDecimal(DataType from, DecimalType to) {
        TypeRoot source = from.root();
        return value -> round(exact(number(source, value)), to);
    }

    static Decimal round(BigDecimal value, DecimalType to) {
        return Decimal.round(value, to.precision(), to.scale()).orElse(null);
    }

    private static BigDecimal exact(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof Float || number instanceof Double) {
            double real = number.doubleValue();
            if (Double.isNaN(real) || Double.isInfinite(real)) {
                throw new InvalidInputException("NaN and infinities are no decimal numbers");
            }
            return new BigDecimal(Double.toString(real));
        }
        return BigDecimal.valueOf(number.longValue());
    }

    private static Number number(TypeRoot source, Object value) {
        return switch (source) {
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case DECIMAL -> ((Decimal) value).toBigDecimal();
            default -> (Number) value;
        };
    }
}

package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Decimal;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.DecimalType;
import java.math.BigInteger;

/**
 * Numbers down to a multiple of the width, also below zero; decimals to a multiple of so many units of their last digit; texts to
 * their first characters. The rules are those of Paimon's function and of Iceberg's transform; a text that is shorter stays whole.
 */
final class Truncation {
    private Truncation() {}

    /** @throws InvalidInputException if the text is no width */
    static int width(String text) {
        try {
            int width = Integer.parseInt(text);
            if (width > 0) {
                return width;
            }
        } catch (NumberFormatException e) {
            // Said below, with those that are too small.
        }
        throw new InvalidInputException("found '" + text + "', expected the width, a number from 1");
    }

    static DataType type(DataType type) {
        return type.root().isCharacter() ? DataTypes.STRING : type.asNullable();
    }

    /** @throws InvalidInputException if values of the type cannot be truncated */
    static ValueFunction of(DataType type, int width) {
        return switch (type.root()) {
            case TINYINT -> value -> (byte) multiple((Byte) value, width, Byte.MIN_VALUE);
            case SMALLINT -> value -> (short) multiple((Short) value, width, Short.MIN_VALUE);
            case INT -> value -> (int) multiple((Integer) value, width, Integer.MIN_VALUE);
            case BIGINT -> value -> multiple((Long) value, width, Long.MIN_VALUE);
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                BigInteger large = BigInteger.valueOf(width);
                yield value -> multiple((Decimal) value, width, large, decimal);
            }
            case CHAR, VARCHAR -> new Substring(0, width);
            case BOOLEAN,
                    FLOAT,
                    DOUBLE,
                    BINARY,
                    VARBINARY,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_LTZ,
                    ARRAY,
                    MAP,
                    MULTISET,
                    ROW ->
                throw new InvalidInputException(Function.TRUNCATE.usage() + ": the column is " + type.asNullable()
                        + ", expected an integer, a decimal or a text");
        };
    }

    private static long multiple(long value, int width, long least) {
        long rest = Math.floorMod(value, (long) width);
        if (value < least + rest) {
            throw outOfRange();
        }
        return value - rest;
    }

    private static Decimal multiple(Decimal value, int width, BigInteger large, DecimalType type) {
        if (value.isCompact()) {
            long unscaled = value.unscaledLong();
            // Compact decimals are far from the ends of the range of long.
            long result = unscaled - Math.floorMod(unscaled, (long) width);
            if (Decimal.fits(result, Math.min(type.precision(), DecimalType.MAX_COMPACT_PRECISION))) {
                return Decimal.ofUnscaled(result, type.precision(), type.scale());
            }
            throw outOfRange();
        }
        BigInteger unscaled = value.unscaledValue();
        BigInteger result = unscaled.subtract(unscaled.mod(large));
        if (result.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            throw outOfRange();
        }
        return Decimal.ofUnscaled(result, type.precision(), type.scale());
    }

    private static InvalidInputException outOfRange() {
        return new InvalidInputException("the next smaller multiple of the width is out of the range of the type");
    }
}

package dev.varve.table.type;

import dev.varve.table.error.InvalidInputException;

/** DECIMAL(precision, scale): up to 38 digits, {@code scale} of them after the point. */
public record DecimalType(int precision, int scale, boolean nullable) implements DataType {
    public static final int MAX_PRECISION = 38;

    /** Largest precision whose unscaled value always fits a {@code long}. */
    public static final int MAX_COMPACT_PRECISION = 18;

    public DecimalType {
        if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
            throw new InvalidInputException("DECIMAL(" + precision + ", " + scale
                    + ") is not possible: precision must be 1 to 38 and scale 0 to precision");
        }
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.DECIMAL;
    }

    @Override
    public DecimalType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new DecimalType(precision, scale, newNullable);
    }

    @Override
    public String toString() {
        return "DECIMAL(" + precision + ", " + scale + ")" + (nullable ? "" : " NOT NULL");
    }
}

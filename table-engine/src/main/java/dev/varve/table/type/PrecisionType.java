package dev.varve.table.type;

import dev.varve.table.error.InvalidInputException;

/** TIME, TIMESTAMP or TIMESTAMP WITH LOCAL TIME ZONE with 0 to 9 digits of a second's fraction. */
public record PrecisionType(TypeRoot root, int precision, boolean nullable) implements DataType {
    public PrecisionType {
        if (root != TypeRoot.TIME && !root.isTimestamp()) {
            throw new IllegalArgumentException(root + " has no precision of seconds");
        }
        if (precision < 0 || precision > 9) {
            throw new InvalidInputException("the precision of " + root + " must be 0 to 9, got " + precision);
        }
    }

    @Override
    public PrecisionType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new PrecisionType(root, precision, newNullable);
    }

    @Override
    public String toString() {
        String text = root == TypeRoot.TIMESTAMP_LTZ
                ? "TIMESTAMP(" + precision + ") WITH LOCAL TIME ZONE"
                : root + "(" + precision + ")";
        return text + (nullable ? "" : " NOT NULL");
    }
}

package dev.varve.table.type;

import dev.varve.table.error.InvalidInputException;

/**
 * CHAR, VARCHAR (length in code points), BINARY or VARBINARY (length in bytes). VARCHAR and VARBINARY of {@link #MAX_LENGTH}
 * are STRING and BYTES.
 */
public record LengthType(TypeRoot root, int length, boolean nullable) implements DataType {
    public static final int MAX_LENGTH = Integer.MAX_VALUE;

    public LengthType {
        if (!root.isCharacter() && !root.isBinary()) {
            throw new IllegalArgumentException(root + " has no length");
        }
        if (length < 1) {
            throw new InvalidInputException("the length of " + root + " must be at least 1, got " + length);
        }
    }

    @Override
    public LengthType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new LengthType(root, length, newNullable);
    }

    @Override
    public String toString() {
        String text = root + "(" + length + ")";
        if (length == MAX_LENGTH && root == TypeRoot.VARCHAR) {
            text = "STRING";
        } else if (length == MAX_LENGTH && root == TypeRoot.VARBINARY) {
            text = "BYTES";
        }
        return text + (nullable ? "" : " NOT NULL");
    }
}

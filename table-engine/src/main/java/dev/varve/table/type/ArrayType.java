package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

/** ARRAY of one element type. */
public record ArrayType(DataType element, boolean nullable) implements DataType {
    public ArrayType {
        requireNonNull(element, "element is null");
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.ARRAY;
    }

    @Override
    public ArrayType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new ArrayType(element, newNullable);
    }

    @Override
    public String toString() {
        return "ARRAY<" + element + ">" + (nullable ? "" : " NOT NULL");
    }
}

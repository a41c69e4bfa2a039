package dev.varve.table.row;

import java.util.Arrays;

/** An array over an {@code Object[]} of internal forms, see {@link GenericRow}. */
public final class GenericArray extends GenericValues implements RowArray {
    /** The array becomes this object's. */
    public GenericArray(Object[] values) {
        super(values);
    }

    public static GenericArray of(Object... values) {
        return new GenericArray(values);
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GenericArray that && Arrays.deepEquals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}

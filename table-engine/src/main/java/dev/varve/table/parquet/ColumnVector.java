package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/**
 * The values of one field in the current batch of rows: one slot for each row, or for each element if the field is below a list
 * or map. Filled anew for every batch. Confined to one thread.
 */
abstract class ColumnVector {
    /** Slots in the current batch. */
    abstract int size();

    abstract boolean isNull(int slot);

    /** Derives what follows from the levels of the columns below, after these were read. */
    void assemble() {}

    boolean booleanAt(int slot) {
        throw wrongType();
    }

    byte byteAt(int slot) {
        throw wrongType();
    }

    short shortAt(int slot) {
        throw wrongType();
    }

    int intAt(int slot) {
        throw wrongType();
    }

    long longAt(int slot) {
        throw wrongType();
    }

    float floatAt(int slot) {
        throw wrongType();
    }

    double doubleAt(int slot) {
        throw wrongType();
    }

    BinaryString stringAt(int slot) {
        throw wrongType();
    }

    byte[] binaryAt(int slot) {
        throw wrongType();
    }

    Decimal decimalAt(int slot, int precision, int scale) {
        throw wrongType();
    }

    Timestamp timestampAt(int slot) {
        throw wrongType();
    }

    RowArray arrayAt(int slot) {
        throw wrongType();
    }

    RowMap mapAt(int slot) {
        throw wrongType();
    }

    Row rowAt(int slot) {
        throw wrongType();
    }

    private IllegalStateException wrongType() {
        return new IllegalStateException(getClass().getSimpleName() + " does not hold values of this type");
    }

    /** Grows an array of {@code length} to hold {@code needed}, generously. */
    static int grownLength(int length, int needed) {
        return Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 64, length + (length >> 1) + 64L));
    }

    /** A column that the file does not have. */
    static final class Missing extends ColumnVector {
        @Override
        int size() {
            return Integer.MAX_VALUE;
        }

        @Override
        boolean isNull(int slot) {
            return true;
        }
    }
}

package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/** Neighbouring slots of a vector as an array. Valid until the vector is filled anew. */
record VectorArray(ColumnVector elements, int start, int size) implements RowArray {
    @Override
    public boolean isNull(int position) {
        return elements.isNull(start + position);
    }

    @Override
    public boolean booleanAt(int position) {
        return elements.booleanAt(start + position);
    }

    @Override
    public byte byteAt(int position) {
        return elements.byteAt(start + position);
    }

    @Override
    public short shortAt(int position) {
        return elements.shortAt(start + position);
    }

    @Override
    public int intAt(int position) {
        return elements.intAt(start + position);
    }

    @Override
    public long longAt(int position) {
        return elements.longAt(start + position);
    }

    @Override
    public float floatAt(int position) {
        return elements.floatAt(start + position);
    }

    @Override
    public double doubleAt(int position) {
        return elements.doubleAt(start + position);
    }

    @Override
    public BinaryString stringAt(int position) {
        return elements.stringAt(start + position);
    }

    @Override
    public byte[] binaryAt(int position) {
        return elements.binaryAt(start + position);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return elements.decimalAt(start + position, precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return elements.timestampAt(start + position);
    }

    @Override
    public RowArray arrayAt(int position) {
        return elements.arrayAt(start + position);
    }

    @Override
    public RowMap mapAt(int position) {
        return elements.mapAt(start + position);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return elements.rowAt(start + position);
    }
}

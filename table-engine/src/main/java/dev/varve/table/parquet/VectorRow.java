package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/** One slot of several vectors as a row. Valid until the vectors are filled anew. */
final class VectorRow implements Row {
    private final ColumnVector[] fields;
    private int slot;

    VectorRow(ColumnVector[] fields) {
        this.fields = fields;
    }

    VectorRow moveTo(int newSlot) {
        slot = newSlot;
        return this;
    }

    /** Files store kinds as a column like any other; a row of a file has none of its own. */
    @Override
    public RowKind kind() {
        return RowKind.INSERT;
    }

    @Override
    public int arity() {
        return fields.length;
    }

    @Override
    public boolean isNull(int position) {
        return fields[position].isNull(slot);
    }

    @Override
    public boolean booleanAt(int position) {
        return fields[position].booleanAt(slot);
    }

    @Override
    public byte byteAt(int position) {
        return fields[position].byteAt(slot);
    }

    @Override
    public short shortAt(int position) {
        return fields[position].shortAt(slot);
    }

    @Override
    public int intAt(int position) {
        return fields[position].intAt(slot);
    }

    @Override
    public long longAt(int position) {
        return fields[position].longAt(slot);
    }

    @Override
    public float floatAt(int position) {
        return fields[position].floatAt(slot);
    }

    @Override
    public double doubleAt(int position) {
        return fields[position].doubleAt(slot);
    }

    @Override
    public BinaryString stringAt(int position) {
        return fields[position].stringAt(slot);
    }

    @Override
    public byte[] binaryAt(int position) {
        return fields[position].binaryAt(slot);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return fields[position].decimalAt(slot, precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return fields[position].timestampAt(slot);
    }

    @Override
    public RowArray arrayAt(int position) {
        return fields[position].arrayAt(slot);
    }

    @Override
    public RowMap mapAt(int position) {
        return fields[position].mapAt(slot);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return fields[position].rowAt(slot);
    }
}

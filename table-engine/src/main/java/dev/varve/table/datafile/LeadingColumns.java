package dev.varve.table.datafile;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/** A reusable view of the first columns of a row. */
final class LeadingColumns implements Row {
    private final int arity;
    private Row row;

    LeadingColumns(int arity) {
        this.arity = arity;
    }

    LeadingColumns over(Row newRow) {
        row = newRow;
        return this;
    }

    @Override
    public RowKind kind() {
        return row.kind();
    }

    @Override
    public int arity() {
        return arity;
    }

    @Override
    public boolean isNull(int position) {
        return row.isNull(position);
    }

    @Override
    public boolean booleanAt(int position) {
        return row.booleanAt(position);
    }

    @Override
    public byte byteAt(int position) {
        return row.byteAt(position);
    }

    @Override
    public short shortAt(int position) {
        return row.shortAt(position);
    }

    @Override
    public int intAt(int position) {
        return row.intAt(position);
    }

    @Override
    public long longAt(int position) {
        return row.longAt(position);
    }

    @Override
    public float floatAt(int position) {
        return row.floatAt(position);
    }

    @Override
    public double doubleAt(int position) {
        return row.doubleAt(position);
    }

    @Override
    public BinaryString stringAt(int position) {
        return row.stringAt(position);
    }

    @Override
    public byte[] binaryAt(int position) {
        return row.binaryAt(position);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return row.decimalAt(position, precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return row.timestampAt(position, precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return row.arrayAt(position);
    }

    @Override
    public RowMap mapAt(int position) {
        return row.mapAt(position);
    }

    @Override
    public Row rowAt(int position, int nestedArity) {
        return row.rowAt(position, nestedArity);
    }
}

package dev.varve.table.write;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/** A reusable view of a row that shows defaults where the row has nulls. */
final class WithDefaults implements Row {
    private final GenericRow defaults;
    private Row row;

    /** @param defaults one value a column, null for none */
    WithDefaults(GenericRow defaults) {
        this.defaults = defaults;
    }

    WithDefaults over(Row newRow) {
        row = newRow;
        return this;
    }

    private Row rowOf(int position) {
        return row.isNull(position) ? defaults : row;
    }

    @Override
    public RowKind kind() {
        return row.kind();
    }

    @Override
    public int arity() {
        return row.arity();
    }

    @Override
    public boolean isNull(int position) {
        return rowOf(position).isNull(position);
    }

    @Override
    public boolean booleanAt(int position) {
        return rowOf(position).booleanAt(position);
    }

    @Override
    public byte byteAt(int position) {
        return rowOf(position).byteAt(position);
    }

    @Override
    public short shortAt(int position) {
        return rowOf(position).shortAt(position);
    }

    @Override
    public int intAt(int position) {
        return rowOf(position).intAt(position);
    }

    @Override
    public long longAt(int position) {
        return rowOf(position).longAt(position);
    }

    @Override
    public float floatAt(int position) {
        return rowOf(position).floatAt(position);
    }

    @Override
    public double doubleAt(int position) {
        return rowOf(position).doubleAt(position);
    }

    @Override
    public BinaryString stringAt(int position) {
        return rowOf(position).stringAt(position);
    }

    @Override
    public byte[] binaryAt(int position) {
        return rowOf(position).binaryAt(position);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return rowOf(position).decimalAt(position, precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return rowOf(position).timestampAt(position, precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return rowOf(position).arrayAt(position);
    }

    @Override
    public RowMap mapAt(int position) {
        return rowOf(position).mapAt(position);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return rowOf(position).rowAt(position, arity);
    }
}

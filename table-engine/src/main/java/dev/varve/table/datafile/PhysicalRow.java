package dev.varve.table.datafile;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;

/** A reusable view of a version as a row of {@link PhysicalLayout}. */
final class PhysicalRow implements Row {
    private final int keys;
    private final int firstValue;
    private final int arity;
    private KeyValue version;

    PhysicalRow(PhysicalLayout layout) {
        this.keys = layout.leadingKeys();
        this.firstValue = layout.firstValue();
        this.arity = layout.type().arity();
    }

    PhysicalRow over(KeyValue newVersion) {
        version = newVersion;
        return this;
    }

    /** The row that holds a column which is neither sequence number nor kind. */
    private Row rowOf(int position) {
        return position < keys ? version.key() : version.value();
    }

    private int within(int position) {
        return position < keys ? position : position - firstValue;
    }

    private boolean isSystem(int position) {
        return position >= keys && position < firstValue;
    }

    @Override
    public RowKind kind() {
        return RowKind.INSERT;
    }

    @Override
    public int arity() {
        return arity;
    }

    @Override
    public boolean isNull(int position) {
        return !isSystem(position) && rowOf(position).isNull(within(position));
    }

    @Override
    public boolean booleanAt(int position) {
        return rowOf(position).booleanAt(within(position));
    }

    @Override
    public byte byteAt(int position) {
        if (position == keys + 1) {
            return version.kind().code();
        }
        return rowOf(position).byteAt(within(position));
    }

    @Override
    public short shortAt(int position) {
        return rowOf(position).shortAt(within(position));
    }

    @Override
    public int intAt(int position) {
        return rowOf(position).intAt(within(position));
    }

    @Override
    public long longAt(int position) {
        if (position == keys) {
            return version.sequence();
        }
        return rowOf(position).longAt(within(position));
    }

    @Override
    public float floatAt(int position) {
        return rowOf(position).floatAt(within(position));
    }

    @Override
    public double doubleAt(int position) {
        return rowOf(position).doubleAt(within(position));
    }

    @Override
    public BinaryString stringAt(int position) {
        return rowOf(position).stringAt(within(position));
    }

    @Override
    public byte[] binaryAt(int position) {
        return rowOf(position).binaryAt(within(position));
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return rowOf(position).decimalAt(within(position), precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return rowOf(position).timestampAt(within(position), precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return rowOf(position).arrayAt(within(position));
    }

    @Override
    public RowMap mapAt(int position) {
        return rowOf(position).mapAt(within(position));
    }

    @Override
    public Row rowAt(int position, int nestedArity) {
        return rowOf(position).rowAt(within(position), nestedArity);
    }
}

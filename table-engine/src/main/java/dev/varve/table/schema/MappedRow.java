package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.RowType;
import java.util.stream.IntStream;

/** A reusable view of a file's row: fields in another order, missing ones null, some cast when first asked for. */
final class MappedRow implements Row {
    /** Stands for a cast that has not run for the current row. */
    private static final Object PENDING = new Object();

    private final RowType physicalType;
    private final RowType readType;
    private final int[] positions;
    private final ValueCast[] casts;
    private final int[] castPositions;
    private final Object[] castValues;
    private Row row;

    MappedRow(RowType physicalType, RowType readType, int[] positions, ValueCast[] casts) {
        this.physicalType = physicalType;
        this.readType = readType;
        this.positions = positions.clone();
        this.casts = casts.clone();
        this.castPositions = IntStream.range(0, casts.length)
                .filter(i -> casts[i] != ValueCast.SAME)
                .toArray();
        this.castValues = new Object[casts.length];
    }

    MappedRow over(Row newRow) {
        row = newRow;
        for (int position : castPositions) {
            castValues[position] = PENDING;
        }
        return this;
    }

    private boolean isCast(int position) {
        return casts[position] != ValueCast.SAME;
    }

    private Object castAt(int position) {
        Object value = castValues[position];
        if (value == PENDING) {
            value = cast(position);
            castValues[position] = value;
        }
        return value;
    }

    private Object cast(int position) {
        int physical = positions[position];
        Object value = ValueReader.valueAt(row, physical, physicalType.type(physical));
        try {
            return value == null ? null : casts[position].cast(value);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "an old value of column '" + readType.field(position).name() + "' cannot be read as "
                            + readType.type(position) + ", it was written as " + physicalType.type(physical) + ": "
                            + e.getMessage() + "; change the column to a type that holds all its values",
                    e);
        }
    }

    @Override
    public RowKind kind() {
        return row.kind();
    }

    @Override
    public int arity() {
        return positions.length;
    }

    @Override
    public boolean isNull(int position) {
        int physical = positions[position];
        return physical < 0 || row.isNull(physical) || (isCast(position) && castAt(position) == null);
    }

    @Override
    public boolean booleanAt(int position) {
        return isCast(position) ? (Boolean) castAt(position) : row.booleanAt(positions[position]);
    }

    @Override
    public byte byteAt(int position) {
        return isCast(position) ? (Byte) castAt(position) : row.byteAt(positions[position]);
    }

    @Override
    public short shortAt(int position) {
        return isCast(position) ? (Short) castAt(position) : row.shortAt(positions[position]);
    }

    @Override
    public int intAt(int position) {
        return isCast(position) ? (Integer) castAt(position) : row.intAt(positions[position]);
    }

    @Override
    public long longAt(int position) {
        return isCast(position) ? (Long) castAt(position) : row.longAt(positions[position]);
    }

    @Override
    public float floatAt(int position) {
        return isCast(position) ? (Float) castAt(position) : row.floatAt(positions[position]);
    }

    @Override
    public double doubleAt(int position) {
        return isCast(position) ? (Double) castAt(position) : row.doubleAt(positions[position]);
    }

    @Override
    public BinaryString stringAt(int position) {
        return isCast(position) ? (BinaryString) castAt(position) : row.stringAt(positions[position]);
    }

    @Override
    public byte[] binaryAt(int position) {
        return isCast(position) ? (byte[]) castAt(position) : row.binaryAt(positions[position]);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return isCast(position) ? (Decimal) castAt(position) : row.decimalAt(positions[position], precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return isCast(position) ? (Timestamp) castAt(position) : row.timestampAt(positions[position], precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return isCast(position) ? (RowArray) castAt(position) : row.arrayAt(positions[position]);
    }

    @Override
    public RowMap mapAt(int position) {
        return isCast(position) ? (RowMap) castAt(position) : row.mapAt(positions[position]);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return isCast(position) ? (Row) castAt(position) : row.rowAt(positions[position], arity);
    }
}

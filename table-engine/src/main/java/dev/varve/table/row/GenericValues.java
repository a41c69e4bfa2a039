package dev.varve.table.row;

/** Access over an {@code Object[]} of internal forms. */
abstract class GenericValues implements Values {
    final Object[] values;

    GenericValues(Object[] values) {
        this.values = values;
    }

    /** The value in its internal form, or null. */
    public final Object valueAt(int position) {
        return values[position];
    }

    @Override
    public final boolean isNull(int position) {
        return values[position] == null;
    }

    @Override
    public final boolean booleanAt(int position) {
        return (Boolean) values[position];
    }

    @Override
    public final byte byteAt(int position) {
        return (Byte) values[position];
    }

    @Override
    public final short shortAt(int position) {
        return (Short) values[position];
    }

    @Override
    public final int intAt(int position) {
        return (Integer) values[position];
    }

    @Override
    public final long longAt(int position) {
        return (Long) values[position];
    }

    @Override
    public final float floatAt(int position) {
        return (Float) values[position];
    }

    @Override
    public final double doubleAt(int position) {
        return (Double) values[position];
    }

    @Override
    public final BinaryString stringAt(int position) {
        return (BinaryString) values[position];
    }

    @Override
    public final byte[] binaryAt(int position) {
        return (byte[]) values[position];
    }

    @Override
    public final Decimal decimalAt(int position, int precision, int scale) {
        return (Decimal) values[position];
    }

    @Override
    public final Timestamp timestampAt(int position, int precision) {
        return (Timestamp) values[position];
    }

    @Override
    public final RowArray arrayAt(int position) {
        return (RowArray) values[position];
    }

    @Override
    public final RowMap mapAt(int position) {
        return (RowMap) values[position];
    }

    @Override
    public final Row rowAt(int position, int arity) {
        return (Row) values[position];
    }
}

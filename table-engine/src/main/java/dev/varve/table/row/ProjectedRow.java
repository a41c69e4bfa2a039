package dev.varve.table.row;

/** A reusable view of some fields of another row, in a given order. Position -1 stands for a field that is always null. */
public final class ProjectedRow implements Row {
    private final int[] positions;
    private Row row;
    /** The kind to show; null for that of the row. */
    private RowKind kind;

    public ProjectedRow(int... positions) {
        this.positions = positions.clone();
    }

    /** Points this view at another row. */
    public ProjectedRow over(Row newRow) {
        return over(newRow, null);
    }

    /** Points this view at another row, which it shows under this kind; null for its own. */
    public ProjectedRow over(Row newRow, RowKind newKind) {
        row = newRow;
        kind = newKind;
        return this;
    }

    @Override
    public RowKind kind() {
        return kind == null ? row.kind() : kind;
    }

    @Override
    public int arity() {
        return positions.length;
    }

    @Override
    public boolean isNull(int position) {
        return positions[position] < 0 || row.isNull(positions[position]);
    }

    @Override
    public boolean booleanAt(int position) {
        return row.booleanAt(positions[position]);
    }

    @Override
    public byte byteAt(int position) {
        return row.byteAt(positions[position]);
    }

    @Override
    public short shortAt(int position) {
        return row.shortAt(positions[position]);
    }

    @Override
    public int intAt(int position) {
        return row.intAt(positions[position]);
    }

    @Override
    public long longAt(int position) {
        return row.longAt(positions[position]);
    }

    @Override
    public float floatAt(int position) {
        return row.floatAt(positions[position]);
    }

    @Override
    public double doubleAt(int position) {
        return row.doubleAt(positions[position]);
    }

    @Override
    public BinaryString stringAt(int position) {
        return row.stringAt(positions[position]);
    }

    @Override
    public byte[] binaryAt(int position) {
        return row.binaryAt(positions[position]);
    }

    @Override
    public Decimal decimalAt(int position, int precision, int scale) {
        return row.decimalAt(positions[position], precision, scale);
    }

    @Override
    public Timestamp timestampAt(int position, int precision) {
        return row.timestampAt(positions[position], precision);
    }

    @Override
    public RowArray arrayAt(int position) {
        return row.arrayAt(positions[position]);
    }

    @Override
    public RowMap mapAt(int position) {
        return row.mapAt(positions[position]);
    }

    @Override
    public Row rowAt(int position, int arity) {
        return row.rowAt(positions[position], arity);
    }
}

package dev.varve.table.row;

import static java.util.Objects.requireNonNull;

import dev.varve.table.type.RowType;
import java.util.Arrays;

/**
 * A mutable row over an {@code Object[]}. Internal forms: Boolean, Byte, Short, Integer (INT, DATE, TIME), Long, Float,
 * Double, {@link BinaryString}, {@code byte[]}, {@link Decimal}, {@link Timestamp}, {@link RowArray}, {@link RowMap},
 * {@link Row}. Confined to one thread.
 */
public final class GenericRow extends GenericValues implements Row {
    private RowKind kind;

    public GenericRow(RowKind kind, int arity) {
        super(new Object[arity]);
        this.kind = requireNonNull(kind, "kind is null");
    }

    private GenericRow(RowKind kind, Object[] values) {
        super(values);
        this.kind = kind;
    }

    /** An insert row of the given internal values; the array becomes the row's. */
    public static GenericRow of(Object... values) {
        return new GenericRow(RowKind.INSERT, values);
    }

    public static GenericRow ofKind(RowKind kind, Object... values) {
        return new GenericRow(requireNonNull(kind, "kind is null"), values);
    }

    /** A deep copy that shares no memory with {@code row}. */
    public static GenericRow copyOf(Row row, RowType type) {
        GenericRow copy = new GenericRow(row.kind(), row.arity());
        for (int i = 0; i < copy.arity(); i++) {
            copy.set(i, ValueReader.copyAt(row, i, type.type(i)));
        }
        return copy;
    }

    public void set(int position, Object value) {
        values[position] = value;
    }

    public void setKind(RowKind newKind) {
        kind = requireNonNull(newKind, "kind is null");
    }

    @Override
    public RowKind kind() {
        return kind;
    }

    @Override
    public int arity() {
        return values.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GenericRow that && kind == that.kind && Arrays.deepEquals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.deepHashCode(values);
    }

    @Override
    public String toString() {
        return kind.shortName() + Arrays.deepToString(values);
    }
}

package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** A function whose result is one of the values that it met: remembers where that value is and takes nothing out of it before the end. */
abstract class PickFunction extends ColumnFunction {
    private Values source;
    private int position;

    PickFunction(String name, AggregateColumn column) {
        super(name, column);
    }

    @Override
    public void reset() {
        source = null;
    }

    /** Makes this value the result; a null value is allowed. */
    final void pick(Values newSource, int newPosition) {
        source = newSource;
        position = newPosition;
    }

    /** Makes null the result. */
    final void pickNothing() {
        source = null;
    }

    /** Whether the result so far is null. */
    final boolean isNull() {
        return source == null || source.isNull(position);
    }

    /** Where the result so far is; not null unless {@link #isNull}. */
    final Values source() {
        return source;
    }

    final int position() {
        return position;
    }

    @Override
    public final Object result() {
        return source == null ? null : valueAt(source, position);
    }

    @Override
    public final Values picked() {
        return source;
    }
}

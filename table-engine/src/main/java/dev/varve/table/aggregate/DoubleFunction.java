package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** DOUBLE: IEEE 754, never an error. */
final class DoubleFunction extends NumericFunction {
    private double value;

    DoubleFunction(Arithmetic arithmetic, AggregateColumn column) {
        super(arithmetic, column);
    }

    @Override
    void seed(Values source, int position) {
        value = source.doubleAt(position);
    }

    @Override
    void seedNeutral() {
        // Not 0.0: what is subtracted from it would lose the sign of its zero.
        value = -0.0;
    }

    @Override
    boolean combine(Values source, int position) {
        value = arithmetic.combine(value, source.doubleAt(position));
        return true;
    }

    @Override
    boolean undo(Values source, int position) {
        value = arithmetic.undo(value, source.doubleAt(position));
        return true;
    }

    @Override
    Object boxed() {
        return value;
    }
}

package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** FLOAT: IEEE 754, never an error. */
final class FloatFunction extends NumericFunction {
    private float value;

    FloatFunction(Arithmetic arithmetic, AggregateColumn column) {
        super(arithmetic, column);
    }

    @Override
    void seed(Values source, int position) {
        value = source.floatAt(position);
    }

    @Override
    void seedNeutral() {
        // Not 0.0: what is subtracted from it would lose the sign of its zero.
        value = -0.0f;
    }

    @Override
    boolean combine(Values source, int position) {
        value = arithmetic.combine(value, source.floatAt(position));
        return true;
    }

    @Override
    boolean undo(Values source, int position) {
        value = arithmetic.undo(value, source.floatAt(position));
        return true;
    }

    @Override
    Object boxed() {
        return value;
    }
}

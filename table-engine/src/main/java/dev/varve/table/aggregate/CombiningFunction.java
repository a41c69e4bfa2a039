package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** A function that makes one object of two; null values do not count, and the first value is the result as it is. */
abstract class CombiningFunction extends ColumnFunction {
    private Object value;

    CombiningFunction(String name, AggregateColumn column) {
        super(name, column);
    }

    /** The result for two values, neither null; changes neither. */
    abstract Object combine(Object older, Object newer);

    /** The result for a value, not null, where there is none yet. */
    Object seed(Object first) {
        return first;
    }

    /** The result after taking one value out of another, neither null; asked only if {@link #canRetract}. */
    Object remove(Object from, Object retracted) {
        throw new UnsupportedOperationException("cannot retract");
    }

    @Override
    public final void reset() {
        value = null;
    }

    @Override
    public final void add(Values source, int position) {
        Object incoming = valueAt(source, position);
        if (incoming != null) {
            value = value == null ? seed(incoming) : combine(value, incoming);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        Object incoming = valueAt(source, position);
        if (incoming != null) {
            value = value == null ? seed(incoming) : combine(incoming, value);
        }
    }

    @Override
    public final void retract(Values source, int position) {
        if (!canRetract()) {
            super.retract(source, position);
        }
        Object retracted = valueAt(source, position);
        if (value != null && retracted != null) {
            value = remove(value, retracted);
        }
    }

    @Override
    public final Object result() {
        return value;
    }
}

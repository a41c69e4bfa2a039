package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code first_value}: the oldest value, null included. */
final class FirstValueFunction extends ColumnFunction {
    private boolean seeded;
    private Object value;

    FirstValueFunction(AggregateColumn column) {
        super("first_value", column);
    }

    @Override
    public void reset() {
        seeded = false;
        value = null;
    }

    @Override
    public void add(Values source, int position) {
        if (!seeded) {
            seeded = true;
            value = valueAt(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        seeded = true;
        value = valueAt(source, position);
    }

    @Override
    public Object result() {
        return value;
    }
}

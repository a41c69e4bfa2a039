package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code last_value}: the newest value, null included. Any retraction makes it null. */
final class LastValueFunction extends ColumnFunction {
    private Object value;

    LastValueFunction(AggregateColumn column) {
        super("last_value", column);
    }

    @Override
    public void reset() {
        value = null;
    }

    @Override
    public void add(Values source, int position) {
        value = valueAt(source, position);
    }

    @Override
    public void addOlder(Values source, int position) {
        // What is there is newer.
    }

    @Override
    public void retract(Values source, int position) {
        value = null;
    }

    @Override
    public boolean canRetract() {
        return true;
    }

    @Override
    public Object result() {
        return value;
    }
}

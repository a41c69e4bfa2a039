package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code last_value}: the newest value, null included. Any retraction makes it null. */
final class LastValueFunction extends PickFunction {
    LastValueFunction(AggregateColumn column) {
        super("last_value", column);
    }

    @Override
    public void add(Values source, int position) {
        pick(source, position);
    }

    @Override
    public void addOlder(Values source, int position) {
        // What is there is newer.
    }

    @Override
    public void retract(Values source, int position) {
        pickNothing();
    }

    @Override
    public boolean canRetract() {
        return true;
    }
}

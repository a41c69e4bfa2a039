package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code primary-key}, internal: always the incoming value, of whatever kind its version is. */
final class PrimaryKeyFunction extends PickFunction {
    PrimaryKeyFunction(AggregateColumn column) {
        super(AggregateFunctions.PRIMARY_KEY, column);
    }

    @Override
    public void add(Values source, int position) {
        pick(source, position);
    }

    @Override
    public void addOlder(Values source, int position) {
        pick(source, position);
    }

    @Override
    public void retract(Values source, int position) {
        pick(source, position);
    }

    @Override
    public boolean canRetract() {
        return true;
    }
}

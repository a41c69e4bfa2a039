package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code first_value}: the oldest value, null included. */
final class FirstValueFunction extends PickFunction {
    private boolean seeded;

    FirstValueFunction(AggregateColumn column) {
        super("first_value", column);
    }

    @Override
    public void reset() {
        super.reset();
        seeded = false;
    }

    @Override
    public void add(Values source, int position) {
        if (!seeded) {
            seeded = true;
            pick(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        seeded = true;
        pick(source, position);
    }
}

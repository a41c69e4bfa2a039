package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/**
 * {@code first_non_null_value}: the oldest value that is not null. An older version that comes late replaces the value, with null
 * too, once there is one.
 */
final class FirstNonNullValueFunction extends PickFunction {
    private boolean seeded;

    FirstNonNullValueFunction(String name, AggregateColumn column) {
        super(name, column);
    }

    @Override
    public void reset() {
        super.reset();
        seeded = false;
    }

    @Override
    public void add(Values source, int position) {
        if (!seeded && !source.isNull(position)) {
            seeded = true;
            pick(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        pick(source, position);
    }
}

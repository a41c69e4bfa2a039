package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/**
 * {@code first_non_null_value}: the oldest value that is not null. An older version that comes late replaces the value, with null
 * too, once a version has set it in order; a value that came late itself is kept instead (behaviour page: functions inside
 * partial-update).
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
        if (!seeded && !isNull()) {
            seeded = true;
        } else {
            pick(source, position);
        }
    }
}

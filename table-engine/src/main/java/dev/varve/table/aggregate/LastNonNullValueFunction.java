package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** {@code last_non_null_value}: the newest value that is not null. Retracting any value but null makes it null. */
final class LastNonNullValueFunction extends PickFunction {
    LastNonNullValueFunction(AggregateColumn column) {
        super("last_non_null_value", column);
    }

    @Override
    public void add(Values source, int position) {
        if (!source.isNull(position)) {
            pick(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        if (isNull()) {
            pick(source, position);
        }
    }

    @Override
    public void retract(Values source, int position) {
        if (!source.isNull(position)) {
            pickNothing();
        }
    }

    @Override
    public boolean canRetract() {
        return true;
    }
}

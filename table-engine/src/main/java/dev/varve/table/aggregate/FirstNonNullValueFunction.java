package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/**
 * {@code first_non_null_value}: the oldest value that is not null; one that comes late is older than all. Unlike in other writers of
 * the format a late null changes nothing: whether a value was there before would depend on when versions were merged.
 */
final class FirstNonNullValueFunction extends PickFunction {
    FirstNonNullValueFunction(String name, AggregateColumn column) {
        super(name, column);
    }

    @Override
    public void add(Values source, int position) {
        if (isNull()) {
            pick(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        if (!source.isNull(position)) {
            pick(source, position);
        }
    }
}

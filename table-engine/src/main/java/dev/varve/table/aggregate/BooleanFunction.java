package dev.varve.table.aggregate;

import dev.varve.table.row.Values;
import dev.varve.table.type.TypeRoot;

/** {@code bool_and} and {@code bool_or}; null values do not count. */
final class BooleanFunction extends ColumnFunction {
    /** The value that, once met, decides: false for and, true for or. */
    private final boolean deciding;

    private boolean seeded;
    private boolean value;

    private BooleanFunction(String name, AggregateColumn column, boolean deciding) {
        super(name, column);
        if (column.type().root() != TypeRoot.BOOLEAN) {
            throw unsupportedType("BOOLEAN");
        }
        this.deciding = deciding;
    }

    static BooleanFunction and(AggregateColumn column) {
        return new BooleanFunction("bool_and", column, false);
    }

    static BooleanFunction or(AggregateColumn column) {
        return new BooleanFunction("bool_or", column, true);
    }

    @Override
    public void reset() {
        seeded = false;
    }

    @Override
    public void add(Values source, int position) {
        if (!source.isNull(position) && (!seeded || value != deciding)) {
            value = source.booleanAt(position);
            seeded = true;
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        add(source, position);
    }

    @Override
    public Object result() {
        return seeded ? value : null;
    }
}

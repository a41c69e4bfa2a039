package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/**
 * {@code min} and {@code max}; null values do not count. Of equal values {@code min} takes the incoming one and {@code max} keeps
 * the one it has, which shows in decimals and zeros only.
 */
final class ExtremeFunction extends PickFunction {
    private final boolean smallest;

    /** Null for types without an order: such a column works as long as no two values meet. */
    private final ValueOrder order;

    private ExtremeFunction(String name, AggregateColumn column, boolean smallest) {
        super(name, column);
        this.smallest = smallest;
        this.order = ValueOrder.find(column.type()).orElse(null);
    }

    static ExtremeFunction min(AggregateColumn column) {
        return new ExtremeFunction("min", column, true);
    }

    static ExtremeFunction max(AggregateColumn column) {
        return new ExtremeFunction("max", column, false);
    }

    @Override
    public void add(Values source, int position) {
        if (source.isNull(position)) {
            return;
        }
        if (isNull() || replacedBy(compare(source, position))) {
            pick(source, position);
        }
    }

    @Override
    public void addOlder(Values source, int position) {
        add(source, position);
    }

    private int compare(Values source, int position) {
        if (order == null) {
            throw failure("values of type " + column().type() + " have no order");
        }
        return order.compare(source, position, source(), position());
    }

    private boolean replacedBy(int incomingAgainstResult) {
        return smallest ? incomingAgainstResult <= 0 : incomingAgainstResult > 0;
    }
}

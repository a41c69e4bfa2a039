package dev.varve.table.aggregate;

import dev.varve.table.row.Values;

/** A function whose column has {@code ignore-retract}: retractions leave the result as it is. */
final class IgnoringRetractions implements AggregateFunction {
    private final AggregateFunction function;

    IgnoringRetractions(AggregateFunction function) {
        this.function = function;
    }

    @Override
    public void reset() {
        function.reset();
    }

    @Override
    public void add(Values source, int position) {
        function.add(source, position);
    }

    @Override
    public void addOlder(Values source, int position) {
        function.addOlder(source, position);
    }

    @Override
    public void retract(Values source, int position) {}

    @Override
    public boolean canRetract() {
        return true;
    }

    @Override
    public Object result() {
        return function.result();
    }

    @Override
    public Values picked() {
        return function.picked();
    }
}

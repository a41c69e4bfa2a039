package dev.varve.table.aggregate;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;

/** What the functions share: their column, their name in messages, and the refusal of retractions unless they say otherwise. */
abstract class ColumnFunction implements AggregateFunction {
    private final String name;
    private final AggregateColumn column;

    ColumnFunction(String name, AggregateColumn column) {
        this.name = name;
        this.column = column;
    }

    final AggregateColumn column() {
        return column;
    }

    /** The value in internal form, sharing memory with {@code source}; null for null. */
    final Object valueAt(Values source, int position) {
        return ValueReader.valueAt(source, position, column.type());
    }

    @Override
    public void retract(Values source, int position) {
        throw new InvalidInputException("aggregate function '" + name + "' of column '" + column.name()
                + "' does not support retraction; to ignore retractions set '"
                + column.optionKey(AggregateOptions.IGNORE_RETRACT) + "' = 'true'");
    }

    @Override
    public boolean canRetract() {
        return false;
    }

    /** For a function that does not work on the column's type. */
    final InvalidInputException unsupportedType(String expected) {
        return unsupportedType(name, column, expected);
    }

    static InvalidInputException unsupportedType(String function, AggregateColumn column, String expected) {
        return new InvalidInputException("aggregate function '" + function + "' of column '" + column.name()
                + "' needs " + expected + ", but the column is " + column.type());
    }

    /** For values that cannot be combined. */
    final InvalidInputException failure(String what) {
        return new InvalidInputException(
                "aggregate function '" + name + "' of column '" + column.name() + "': " + what);
    }

    /** For values that cannot be combined, with what was thrown on the way. */
    final InvalidInputException failure(String what, Throwable cause) {
        return new InvalidInputException(
                "aggregate function '" + name + "' of column '" + column.name() + "': " + what, cause);
    }
}

package dev.varve.table.predicate;

import dev.varve.table.row.Row;
import java.util.OptionalLong;

/** A column is null. */
public record IsNull(int column) implements Leaf {
    @Override
    public boolean test(Row row) {
        return row.isNull(column);
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        OptionalLong nulls = bounds.nullCount(column);
        return nulls.isEmpty() || nulls.getAsLong() > 0;
    }

    @Override
    public IsNull at(int newColumn) {
        return new IsNull(newColumn);
    }

    @Override
    public String toString() {
        return "#" + column + " IS NULL";
    }
}

package dev.varve.table.predicate;

import dev.varve.table.row.Row;

/** A column is not null. */
public record IsNotNull(int column) implements Leaf {
    @Override
    public boolean test(Row row) {
        return !row.isNull(column);
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        return !bounds.allNull(column, rowCount);
    }

    @Override
    public IsNotNull at(int newColumn) {
        return new IsNotNull(newColumn);
    }

    @Override
    public String toString() {
        return "#" + column + " IS NOT NULL";
    }
}

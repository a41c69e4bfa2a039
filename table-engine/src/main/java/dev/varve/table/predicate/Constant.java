package dev.varve.table.predicate;

import dev.varve.table.row.Row;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/** True, or not true, of every row. */
public enum Constant implements Predicate {
    TRUE,
    FALSE;

    /** The constant for a decided condition. */
    public static Constant of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public boolean test(Row row) {
        return this == TRUE;
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        return this == TRUE;
    }

    @Override
    public List<Predicate> conjuncts() {
        return this == TRUE ? List.of() : List.of(this);
    }

    @Override
    public Predicate mapLeaves(Function<Leaf, Predicate> replacement) {
        return this;
    }

    @Override
    public void collectColumns(BitSet columns) {
        // Looks at nothing.
    }
}

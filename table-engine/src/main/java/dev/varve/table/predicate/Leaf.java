package dev.varve.table.predicate;

import java.util.BitSet;
import java.util.function.Function;

/** A condition on a single column. */
public sealed interface Leaf extends Predicate permits Comparison, In, StartsWith, IsNull, IsNotNull {
    /** Position of the column. */
    int column();

    /** The same condition on a column at another position. */
    Leaf at(int newColumn);

    @Override
    default Predicate mapLeaves(Function<Leaf, Predicate> replacement) {
        return replacement.apply(this);
    }

    @Override
    default void collectColumns(BitSet columns) {
        columns.set(column());
    }
}

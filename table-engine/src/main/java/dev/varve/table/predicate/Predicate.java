package dev.varve.table.predicate;

import dev.varve.table.row.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * A condition on rows of one type, which names columns by their position. Immutable.
 *
 * <p>SQL's three-valued logic, collapsed to "true or not": a leaf on a null value is not true, only {@link IsNull} is. There is
 * no NOT: whoever builds a predicate pushes it into the leaves, each of which has a counterpart, so that "unknown" stays "not
 * true" on both sides. Values compare as keys do ({@link dev.varve.table.row.RowComparator}): text and bytes by unsigned bytes,
 * floating point in the order of {@link Double#compare}, where NaN equals itself and is the greatest, and -0.0 is less than 0.0;
 * the statistics of data files are kept in that order too.
 *
 * <p>Made by {@link #and}, {@link #or}, {@link PredicateBuilder} and {@link PredicateParser}, which keep predicates in one form: no
 * AND in an AND, no OR in an OR, no constant inside either.
 */
public sealed interface Predicate permits And, Or, Constant, Leaf {
    /** Whether the condition is true of a row. */
    boolean test(Row row);

    /**
     * Whether the condition may be true of at least one of some rows; false only if it is certainly not.
     *
     * @param bounds what is known of the rows' columns, by position
     * @param rowCount number of rows
     */
    boolean mayMatch(ColumnBounds bounds, long rowCount);

    /** The conditions that must all be true: of an AND its parts, else the predicate itself; of {@link Constant#TRUE} none. */
    default List<Predicate> conjuncts() {
        return List.of(this);
    }

    /** The predicate with each leaf replaced. */
    Predicate mapLeaves(Function<Leaf, Predicate> replacement);

    /** Adds the positions of all columns that the predicate looks at. */
    void collectColumns(BitSet columns);

    /** Positions of all columns that the predicate looks at, as a set of the caller's own. */
    default BitSet columns() {
        BitSet columns = new BitSet();
        collectColumns(columns);
        return columns;
    }

    /**
     * The same condition on rows of another type.
     *
     * @param positions where each column of the old type is in the new one; not negative for a column that is looked at
     */
    default Predicate remap(int[] positions) {
        return mapLeaves(leaf -> leaf.at(positions[leaf.column()]));
    }

    /** The conjuncts that look at wanted columns only: true of every row of which the whole is true. */
    default Predicate restrictTo(IntPredicate wanted) {
        return and(conjuncts().stream()
                .filter(conjunct -> conjunct.columns().stream().allMatch(wanted))
                .toList());
    }

    /** True where all parts are; {@link Constant#TRUE} for no parts. */
    static Predicate and(List<Predicate> parts) {
        return combine(parts, Constant.TRUE);
    }

    static Predicate and(Predicate... parts) {
        return and(List.of(parts));
    }

    /** True where at least one part is; {@link Constant#FALSE} for no parts. */
    static Predicate or(List<Predicate> parts) {
        return combine(parts, Constant.FALSE);
    }

    static Predicate or(Predicate... parts) {
        return or(List.of(parts));
    }

    /** AND or OR, told apart by the constant that changes nothing in it. */
    private static Predicate combine(List<Predicate> parts, Constant neutral) {
        List<Predicate> flat = new ArrayList<>();
        for (Predicate part : parts) {
            if (part instanceof And and && neutral == Constant.TRUE) {
                flat.addAll(and.parts());
            } else if (part instanceof Or or && neutral == Constant.FALSE) {
                flat.addAll(or.parts());
            } else if (part instanceof Constant constant) {
                if (constant != neutral) {
                    return constant;
                }
            } else {
                flat.add(part);
            }
        }
        return switch (flat.size()) {
            case 0 -> neutral;
            case 1 -> flat.get(0);
            default -> neutral == Constant.TRUE ? new And(flat) : new Or(flat);
        };
    }
}

package dev.varve.table.predicate;

import dev.varve.table.error.Check;
import dev.varve.table.row.Row;
import java.util.List;

/**
 * A column is one of several values, or, negated, is not null and none of them; made by {@link #of}.
 *
 * @param literals at least two, ascending, all different
 */
public record In(int column, List<Literal> literals, boolean negated) implements Leaf {
    public In {
        literals = List.copyOf(literals);
        Check.argument(literals.size() >= 2, "one of %s", literals);
        for (int i = 1; i < literals.size(); i++) {
            Check.argument(literals.get(i - 1).compareTo(literals.get(i)) < 0, "literals are not ascending");
        }
    }

    /**
     * The condition for any number of literals in any order: of one a {@link Comparison}, of none a column that is none of
     * nothing ({@link Constant#FALSE}), or negated, anything but null.
     */
    public static Predicate of(int column, List<Literal> literals, boolean negated) {
        List<Literal> distinct = literals.stream().sorted().distinct().toList();
        return switch (distinct.size()) {
            case 0 -> negated ? new IsNotNull(column) : Constant.FALSE;
            case 1 ->
                new Comparison(column, negated ? Comparison.Operator.NE : Comparison.Operator.EQ, distinct.get(0));
            default -> new In(column, distinct, negated);
        };
    }

    @Override
    public boolean test(Row row) {
        return !row.isNull(column) && contains(row) != negated;
    }

    private boolean contains(Row row) {
        int low = 0;
        int high = literals.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = literals.get(middle).compareColumn(row, column);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return false;
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        if (bounds.allNull(column, rowCount)) {
            return false;
        }
        for (Literal literal : literals) {
            boolean may = negated ? isOnlyValue(literal, bounds) : literal.isWithin(bounds, column);
            if (may) {
                return !negated;
            }
        }
        return negated;
    }

    private boolean isOnlyValue(Literal literal, ColumnBounds bounds) {
        return bounds.min(column).map(min -> literal.compareValue(min) == 0).orElse(false)
                && bounds.max(column).map(max -> literal.compareValue(max) == 0).orElse(false);
    }

    @Override
    public In at(int newColumn) {
        return new In(newColumn, literals, negated);
    }

    @Override
    public String toString() {
        return "#" + column + (negated ? " NOT IN " : " IN ") + literals;
    }
}

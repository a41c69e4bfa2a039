package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.Row;

/** A column compared with a value. */
public record Comparison(int column, Operator operator, Literal literal) implements Leaf {
    /** What a column's value must be to a literal. */
    public enum Operator {
        EQ("="),
        NE("<>"),
        LT("<"),
        LE("<="),
        GT(">"),
        GE(">=");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** As in SQL. */
        public String symbol() {
            return symbol;
        }

        /** The operator that is true where this one is false; neither is true of null. */
        public Operator negated() {
            return switch (this) {
                case EQ -> NE;
                case NE -> EQ;
                case LT -> GE;
                case LE -> GT;
                case GT -> LE;
                case GE -> LT;
            };
        }

        /** Whether it holds, given how the column compares with the literal. */
        boolean holds(int order) {
            return switch (this) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }
    }

    public Comparison {
        requireNonNull(operator, "operator is null");
        requireNonNull(literal, "literal is null");
    }

    @Override
    public boolean test(Row row) {
        return !row.isNull(column) && operator.holds(literal.compareColumn(row, column));
    }

    @Override
    public boolean mayMatch(ColumnBounds bounds, long rowCount) {
        if (bounds.allNull(column, rowCount)) {
            return false;
        }
        return switch (operator) {
            case EQ -> literal.isWithin(bounds, column);
            case NE -> minMay(bounds, Operator.NE) || maxMay(bounds, Operator.NE);
            case LT, LE -> minMay(bounds, operator);
            case GT, GE -> maxMay(bounds, operator);
        };
    }

    private boolean minMay(ColumnBounds bounds, Operator wanted) {
        return bounds.min(column)
                .map(min -> wanted.holds(literal.compareValue(min)))
                .orElse(true);
    }

    private boolean maxMay(ColumnBounds bounds, Operator wanted) {
        return bounds.max(column)
                .map(max -> wanted.holds(literal.compareValue(max)))
                .orElse(true);
    }

    @Override
    public Comparison at(int newColumn) {
        return new Comparison(newColumn, operator, literal);
    }

    @Override
    public String toString() {
        return "#" + column + " " + operator.symbol() + " " + literal;
    }
}

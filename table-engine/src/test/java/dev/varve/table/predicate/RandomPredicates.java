package dev.varve.table.predicate;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random predicates over a row type; literals often come from given rows, so that they match something. */
public final class RandomPredicates {
    private final Random random;
    private final RowType type;
    private final List<GenericRow> rows;
    private final RandomRows values;

    /** @param rows of the type; may be empty */
    public RandomPredicates(Random random, RowType type, List<GenericRow> rows) {
        this.random = random;
        this.type = type;
        this.rows = List.copyOf(rows);
        this.values = new RandomRows(random);
    }

    /** A predicate nested at most so deep. */
    public Predicate any(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf();
        }
        var parts = new ArrayList<Predicate>();
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            parts.add(any(depth - 1));
        }
        return random.nextBoolean() ? Predicate.and(parts) : Predicate.or(parts);
    }

    /** A condition on a random column. */
    public Leaf leaf() {
        int column = random.nextInt(type.arity());
        boolean negated = random.nextBoolean();
        DataType columnType = type.type(column);
        int kind = columnType.root().isNested() ? 0 : random.nextInt(8);
        return switch (kind) {
            case 0 -> negated ? new IsNotNull(column) : new IsNull(column);
            case 1, 2 -> In.of(column, literals(column), negated) instanceof Leaf leaf ? leaf : new IsNull(column);
            case 3 -> columnType.root().isCharacter() ? prefix(column, negated) : comparison(column);
            default -> comparison(column);
        };
    }

    private Comparison comparison(int column) {
        Comparison.Operator[] operators = Comparison.Operator.values();
        return new Comparison(column, operators[random.nextInt(operators.length)], literal(column));
    }

    private Leaf prefix(int column, boolean negated) {
        String text = literal(column).value().toString();
        int points = text.codePointCount(0, text.length());
        String prefix = text.substring(0, text.offsetByCodePoints(0, random.nextInt(points + 1)));
        // Every text begins with the empty one: that condition has a simpler form.
        return prefix.isEmpty() ? new IsNotNull(column) : new StartsWith(column, BinaryString.of(prefix), negated);
    }

    private List<Literal> literals(int column) {
        var literals = new ArrayList<Literal>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            literals.add(literal(column));
        }
        return literals;
    }

    private Literal literal(int column) {
        if (!rows.isEmpty() && random.nextInt(3) > 0) {
            Object value = rows.get(random.nextInt(rows.size())).valueAt(column);
            if (value != null) {
                return Literal.of(type.type(column), value);
            }
        }
        return Literal.of(type.type(column), values.value(type.type(column)));
    }
}

package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.row.BinaryString;
import dev.varve.table.type.RowType;
import java.util.List;

/**
 * Makes leaves over the columns of a row type by name; join them with {@link Predicate#and} and {@link Predicate#or}. Each method
 * fails with {@link InvalidInputException} if there is no such column, or if its type has no order. Immutable.
 */
public final class PredicateBuilder {
    private final RowType type;

    public PredicateBuilder(RowType type) {
        this.type = requireNonNull(type, "type is null");
    }

    /** @param value in internal form, not null */
    public Predicate compare(String column, Comparison.Operator operator, Object value) {
        int position = ordered(column);
        return new Comparison(position, operator, Literal.of(type.type(position), value));
    }

    /** @param value in internal form, not null */
    public Predicate equal(String column, Object value) {
        return compare(column, Comparison.Operator.EQ, value);
    }

    /** @param values in internal form, none null */
    public Predicate in(String column, List<?> values) {
        return In.of(ordered(column), literals(column, values), false);
    }

    /** Not null and none of the values. */
    public Predicate notIn(String column, List<?> values) {
        return In.of(ordered(column), literals(column, values), true);
    }

    private List<Literal> literals(String column, List<?> values) {
        return values.stream()
                .map(value -> Literal.of(type.type(ordered(column)), value))
                .toList();
    }

    public Predicate startsWith(String column, String prefix) {
        int position = position(column);
        if (!type.type(position).root().isCharacter()) {
            throw new InvalidInputException(
                    "column '" + column + "' is " + type.type(position) + "; only text begins with a text");
        }
        return new StartsWith(position, BinaryString.of(prefix), false);
    }

    public Predicate isNull(String column) {
        return new IsNull(position(column));
    }

    public Predicate isNotNull(String column) {
        return new IsNotNull(position(column));
    }

    private int ordered(String column) {
        int position = position(column);
        if (type.type(position).root().isNested()) {
            throw new InvalidInputException("column '" + column + "' is " + type.type(position)
                    + "; nested values have no order, they can only be tested for null");
        }
        return position;
    }

    private int position(String column) {
        int position = type.indexOf(column);
        if (position < 0) {
            throw new InvalidInputException("no column '" + column + "'"
                    + NearestName.of(column, type.names())
                            .map(name -> "; did you mean '" + name + "'?")
                            .orElse("; the columns are " + type.names()));
        }
        return position;
    }
}

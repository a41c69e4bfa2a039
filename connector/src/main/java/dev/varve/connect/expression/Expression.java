package dev.varve.connect.expression;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a computed column is computed by. {@link #toString} is the inverse of {@link #parse}. */
public sealed interface Expression {
    /** The value of a field of the row. */
    record Column(String name) implements Expression {
        @Override
        public String toString() {
            return ExpressionParser.quotedName(name);
        }
    }

    /** A text that stands for itself. */
    record Literal(String text) implements Expression {
        @Override
        public String toString() {
            return "'" + text.replace("'", "''") + "'";
        }
    }

    /**
     * A function of other expressions.
     *
     * @param values what it is a function of; at least one
     * @param options what else it is told, as text
     */
    record Call(Function function, List<Expression> values, List<String> options) implements Expression {
        public Call {
            values = List.copyOf(values);
            options = List.copyOf(options);
        }

        @Override
        public String toString() {
            List<String> arguments = new ArrayList<>();
            values.forEach(value -> arguments.add(value.toString()));
            options.forEach(option -> arguments.add(new Literal(option).toString()));
            return function.text() + "(" + String.join(", ", arguments) + ")";
        }
    }

    /**
     * The expression that the text says.
     *
     * @throws InvalidInputException if it says none: what was found, what is expected, and the nearest known function
     */
    static Expression parse(String text) {
        return ExpressionParser.parse(text);
    }

    /** Names of the columns it reads, each once, in the order in which they are written. */
    default Set<String> columns() {
        Set<String> names = new LinkedHashSet<>();
        collectColumns(this, names);
        return names;
    }

    private static void collectColumns(Expression expression, Set<String> names) {
        if (expression instanceof Column column) {
            names.add(column.name());
        } else if (expression instanceof Call call) {
            call.values().forEach(value -> collectColumns(value, names));
        }
    }

    /** This expression with columns replaced by what they are computed by. */
    default Expression with(Map<String, Expression> replacements) {
        if (this instanceof Column column) {
            return replacements.getOrDefault(column.name(), this);
        }
        return this instanceof Call call
                ? new Call(
                        call.function(),
                        call.values().stream()
                                .map(value -> value.with(replacements))
                                .toList(),
                        call.options())
                : this;
    }

    /**
     * Chooses how to compute, once the types of the columns are known.
     *
     * @param columns types of the columns, in the order in which {@link Computation#evaluate} is given their values
     * @param zone in which moments are read as date and time of day
     * @throws InvalidInputException if a function takes no values of such a type
     */
    default Computation bind(Map<String, DataType> columns, ZoneId zone) {
        if (this instanceof Column column) {
            List<String> names = List.copyOf(columns.keySet());
            int position = names.indexOf(column.name());
            Check.argument(position >= 0, "no type for column %s", column.name());
            return new Computation(columns.get(column.name()).asNullable(), values -> values[position], false);
        }
        if (this instanceof Literal literal) {
            BinaryString text = BinaryString.of(literal.text());
            return new Computation(DataTypes.STRING, values -> text, true);
        }
        if (this instanceof Call call) {
            return call.function()
                    .bind(
                            call.values().stream()
                                    .map(value -> value.bind(columns, zone))
                                    .toList(),
                            call.options(),
                            zone)
                    .folded();
        }
        throw Check.unreachable(this);
    }

    /**
     * The type of the result, if it does not depend on columns whose types are not known.
     *
     * @param known types of columns
     */
    default Optional<DataType> type(Map<String, DataType> known) {
        return known.keySet().containsAll(columns())
                ? Optional.of(bind(known, ZoneOffset.UTC).type())
                : this instanceof Call call ? call.function().fixedType(call.options()) : Optional.empty();
    }
}

package dev.varve.table.merge;

import dev.varve.table.aggregate.AggregateColumn;
import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.aggregate.AggregateFunctions;
import dev.varve.table.aggregate.AggregateOptions;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Row;
import dev.varve.table.type.RowType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Which columns have an aggregate function, as the options say. Immutable.
 *
 * @param type all columns
 * @param names name of the function by position, null for none
 * @param options the table's options
 */
record AggregatedColumns(RowType type, String[] names, Map<String, String> options) {
    private static final String OWN_FUNCTION = "aggregate-function";
    private static final String DEFAULT_FUNCTION = "fields.default-aggregate-function";
    static final String LAST_VALUE = "last_value";
    static final String FIRST_VALUE = "first_value";
    static final String LAST_NON_NULL_VALUE = "last_non_null_value";

    /** Functions for which neither the order nor the grouping of added values matters. */
    private static final Set<String> COMMUTATIVE = Set.of(
            "sum", "product", "min", "max", "bool_and", "bool_or", "rbm32", "rbm64", "hll_sketch", "theta_sketch");

    /** The function that the options ask for: the column's own, else the default one. */
    static Optional<String> asked(Map<String, String> options, String column) {
        String own = options.get("fields." + column + "." + OWN_FUNCTION);
        return Optional.ofNullable(own != null ? own : options.get(DEFAULT_FUNCTION))
                .map(String::strip);
    }

    /** Whether the column has a function of its own. */
    static boolean hasOwn(Map<String, String> options, String column) {
        return options.containsKey("fields." + column + "." + OWN_FUNCTION);
    }

    boolean has(int position) {
        return names[position] != null;
    }

    boolean isCommutative(int position) {
        return COMMUTATIVE.contains(names[position]);
    }

    /** Whether the newest version alone decides. */
    boolean takesIncoming(int position) {
        return is(position, LAST_VALUE) || is(position, AggregateFunctions.PRIMARY_KEY);
    }

    boolean is(int position, String name) {
        return name.equals(names[position]);
    }

    AggregateOptions optionsOf(int position) {
        return AggregateOptions.of(type.field(position).name(), options);
    }

    /** Whether added values that follow one another may be combined before the older one is known. */
    boolean joinsAdds(int position) {
        return switch (names[position]) {
            // A null entry removes a key of the older map, and combining forgets which.
            case "merge_map_with_keytime" -> false;
            // How many rows are taken depends on the size of the older array.
            case "nested_update" -> optionsOf(position).countLimit() == Integer.MAX_VALUE;
            default -> true;
        };
    }

    /** Whether a retraction has no effect unless what it retracts was added before it. */
    boolean needsBaseToRetract(int position) {
        return is(position, "product") && !optionsOf(position).ignoreRetract();
    }

    /** Whether retracted values may be combined with their neighbours to one value to be added. */
    boolean joinsRetractions(int position) {
        if (optionsOf(position).ignoreRetract()) {
            // Nothing to take back is then NULL to add, which must be without effect.
            return isCommutative(position) || is(position, LAST_NON_NULL_VALUE);
        }
        return is(position, "sum") || takesIncoming(position);
    }

    /** Why a retraction of this column cannot be written, and what to do. */
    String unsupportedRetraction(int position) {
        String column = type.field(position).name();
        return "aggregate function '" + names[position] + "' of column '" + column
                + "' does not support retraction. To leave the column as it is, set 'fields." + column
                + ".ignore-retract' = 'true'.";
    }

    /**
     * Whether the old and the new row of a change, taken back and added, may be combined with their neighbours to one row to be
     * added. A last value that is not null hides what is taken back; one that becomes null is more than a row can say.
     */
    BiPredicate<Row, Row> joinableChanges() {
        IntStream.Builder lastValues = IntStream.builder();
        for (int i = 0; i < names.length; i++) {
            if (is(i, LAST_NON_NULL_VALUE) && !optionsOf(i).ignoreRetract()) {
                lastValues.add(i);
            } else if (!is(i, "sum") && !takesIncoming(i) && !optionsOf(i).ignoreRetract()) {
                return (old, changed) -> false;
            }
        }
        int[] positions = lastValues.build().toArray();
        return (old, changed) -> {
            for (int position : positions) {
                if (changed.isNull(position) && !old.isNull(position)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** New functions by position, null for columns without. */
    AggregateFunction[] create() {
        AggregateFunction[] functions = new AggregateFunction[names.length];
        for (int i = 0; i < names.length; i++) {
            if (has(i)) {
                String column = type.field(i).name();
                functions[i] = AggregateFunctions.create(
                        names[i], new AggregateColumn(column, type.type(i), AggregateOptions.of(column, options)));
            }
        }
        return functions;
    }

    /** @throws InvalidInputException for a function that does not exist */
    static void requireKnown(String column, String name) {
        if (!AggregateFunctions.names().contains(name)) {
            throw new InvalidInputException("column '" + column + "' asks for the aggregate function '" + name
                    + "', which does not exist; use one of " + AggregateFunctions.names());
        }
    }
}

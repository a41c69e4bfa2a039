package dev.varve.table.aggregate;

import dev.varve.table.error.InvalidInputException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The aggregate functions by the names under which options know them. */
public final class AggregateFunctions {
    /** The function of primary-key columns. It is chosen by the engine and cannot be named in an option. */
    public static final String PRIMARY_KEY = "primary-key";

    private static final Map<String, Function<AggregateColumn, AggregateFunction>> BY_NAME = new TreeMap<>();

    static {
        register(PRIMARY_KEY, PrimaryKeyFunction::new);
        register("sum", NumericFunction::sum);
        register("product", NumericFunction::product);
        register("min", ExtremeFunction::min);
        register("max", ExtremeFunction::max);
        register("first_value", FirstValueFunction::new);
        register("first_non_null_value", column -> new FirstNonNullValueFunction("first_non_null_value", column));
        register("first_not_null_value", column -> new FirstNonNullValueFunction("first_not_null_value", column));
        register("last_value", LastValueFunction::new);
        register("last_non_null_value", LastNonNullValueFunction::new);
        register("bool_and", BooleanFunction::and);
        register("bool_or", BooleanFunction::or);
        register("listagg", ListaggFunction::new);
        register("collect", CollectFunction::new);
        register("merge_map", MergeMapFunction::new);
        register("merge_map_with_keytime", MergeMapWithKeyTimeFunction::new);
        register("nested_update", NestedUpdateFunction::new);
        register("nested_partial_update", NestedPartialUpdateFunction::new);
        register("rbm32", Bitmap32Function::new);
        register("rbm64", Bitmap64Function::new);
        register("hll_sketch", HllSketchFunction::new);
        register("theta_sketch", ThetaSketchFunction::new);
    }

    private AggregateFunctions() {}

    /** Names that an option may hold, in alphabetical order. */
    public static Set<String> names() {
        Set<String> names = new TreeSet<>(BY_NAME.keySet());
        names.remove(PRIMARY_KEY);
        return names;
    }

    /**
     * A function for one column, before its first key.
     *
     * @throws InvalidInputException for an unknown name, a type that the function does not work on, or a setting that it cannot
     *     use; naming the column
     */
    public static AggregateFunction create(String name, AggregateColumn column) {
        Function<AggregateColumn, AggregateFunction> maker = BY_NAME.get(name);
        if (maker == null) {
            throw new InvalidInputException("column '" + column.name() + "' asks for the aggregate function '" + name
                    + "', which does not exist; use one of " + names());
        }
        AggregateFunction function = maker.apply(column);
        return column.options().ignoreRetract() ? new IgnoringRetractions(function) : function;
    }

    /**
     * Checks that a name that an option gives exists.
     *
     * @throws InvalidInputException naming the option, the name and the names there are
     */
    public static void requireName(String option, String name) {
        if (!names().contains(name)) {
            throw new InvalidInputException("option '" + option + "' names the aggregate function '" + name
                    + "', which does not exist; use one of " + names());
        }
    }

    private static void register(String name, Function<AggregateColumn, AggregateFunction> maker) {
        BY_NAME.put(name, maker);
    }
}

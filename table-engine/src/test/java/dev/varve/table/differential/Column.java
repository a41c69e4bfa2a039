package dev.varve.table.differential;

import dev.varve.table.type.DataType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A column of a random table.
 *
 * @param function its aggregate function as the options name it; empty for none of its own
 * @param settings of the function, by the last part of their keys
 */
record Column(String name, DataType type, Optional<String> function, Map<String, String> settings) {
    static Column plain(String name, DataType type) {
        return new Column(name, type, Optional.empty(), Map.of());
    }

    boolean has(String setting) {
        return "true".equals(settings.get(setting));
    }

    boolean isFunction(String... names) {
        return function.isPresent() && List.of(names).contains(function.get());
    }

    /** Whether values are bytes that stand for a set of numbers. */
    boolean isNumberSet() {
        return isFunction("rbm32", "rbm64", "hll_sketch", "theta_sketch");
    }

    /** Whether the rules leave the order of the array's elements open. */
    boolean isUnordered() {
        return isFunction("collect") && has("distinct")
                || isFunction("nested_update", "nested_partial_update") && settings.containsKey("nested-key");
    }
}

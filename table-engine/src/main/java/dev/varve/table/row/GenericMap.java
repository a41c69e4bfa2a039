package dev.varve.table.row;

import dev.varve.table.error.Check;
import java.util.Map;

/** A map of two arrays. Entries keep their order; equality depends on it. */
public record GenericMap(GenericArray keys, GenericArray values) implements RowMap {
    public GenericMap {
        Check.argument(keys.size() == values.size(), "%s keys and %s values", keys.size(), values.size());
    }

    /** From internal keys and values, in iteration order. */
    public static GenericMap of(Map<?, ?> entries) {
        return new GenericMap(
                new GenericArray(entries.keySet().toArray()),
                new GenericArray(entries.values().toArray()));
    }

    @Override
    public int size() {
        return keys.size();
    }
}

package dev.varve.table.row;

import java.util.Map;

/** A map of two arrays. Entries keep their order; equality depends on it. */
public record GenericMap(GenericArray keys, GenericArray values) implements RowMap {
    public GenericMap {
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(keys.size() + " keys and " + values.size() + " values");
        }
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

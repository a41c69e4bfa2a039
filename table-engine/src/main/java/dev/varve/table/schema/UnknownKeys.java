package dev.varve.table.schema;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keys of a schema file that this version of the engine does not know. They are carried from one schema to the next, so that a
 * change made here loses nothing that a newer writer has put there. Values are JSON texts. Unknown keys inside the
 * object of a nested type are read over and not kept.
 *
 * @param ofTable keys of the whole file
 * @param ofFields keys of fields, by field id; those of fields that are dropped go with them
 */
public record UnknownKeys(Map<String, String> ofTable, Map<Integer, Map<String, String>> ofFields) {
    public static final UnknownKeys NONE = new UnknownKeys(Map.of(), Map.of());

    public UnknownKeys {
        ofTable = Map.copyOf(ofTable);
        Map<Integer, Map<String, String>> copy = new LinkedHashMap<>();
        ofFields.forEach((id, keys) -> copy.put(id, Map.copyOf(keys)));
        ofFields = Map.copyOf(copy);
    }
}

package dev.varve.connect.event;

import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** Reads single fields of structs and maps alike, without schemas' defaults: what was not sent is null. */
public final class Fields {
    private Fields() {}

    /** Whether the struct or map has such a field, be it null. */
    public static boolean has(Object row, String name) {
        return row instanceof Struct struct
                ? struct.schema().field(name) != null
                : row instanceof Map<?, ?> map && map.containsKey(name);
    }

    /** The field's value; null if it is null, absent, or {@code row} has no fields at all. */
    public static Object of(Object row, String name) {
        if (row instanceof Struct struct) {
            Field field = struct.schema().field(name);
            return field == null ? null : struct.getWithoutDefault(name);
        }
        return row instanceof Map<?, ?> map ? map.get(name) : null;
    }

    /** How many fields the struct or map has. */
    static int count(Object row) {
        if (row instanceof Struct struct) {
            return struct.schema().fields().size();
        }
        return row instanceof Map<?, ?> map ? map.size() : 0;
    }

    /** The field's value as text if it is one; null otherwise. */
    public static String textOf(Object row, String name) {
        return of(row, name) instanceof String text ? text : null;
    }
}

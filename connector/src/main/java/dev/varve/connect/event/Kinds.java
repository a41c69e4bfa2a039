package dev.varve.connect.event;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/** Names the kind of a Connect value for error messages, which must not show the value itself. */
public final class Kinds {
    private Kinds() {}

    /** {@code "a text"}, {@code "a struct"}, {@code "an integer"}, … */
    public static String of(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "a text";
        }
        if (value instanceof Struct || value instanceof Map) {
            return value instanceof Struct ? "a struct" : "a map";
        }
        if (value instanceof List) {
            return "a list";
        }
        if (value instanceof byte[] || value instanceof ByteBuffer) {
            return "bytes";
        }
        if (value instanceof Boolean) {
            return "a boolean";
        }
        if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            return "an integer";
        }
        return value instanceof Number ? "a number" : "a " + value.getClass().getSimpleName();
    }
}

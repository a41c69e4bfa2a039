package dev.varve.connect.convert;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Finds schemas that contain themselves, as those of recursive messages do: no column type is their equal, and following them
 * would not end. Schemas are told apart by identity, since the hash of such a schema may not end either.
 */
final class SchemaCycles {
    private final Set<Schema> above = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Schema> finite = Collections.newSetFromMap(new IdentityHashMap<>());

    private SchemaCycles() {}

    /** Whether the schema, or one within it, contains itself. */
    static boolean in(Schema schema) {
        return !schema.type().isPrimitive() && new SchemaCycles().isFoundIn(schema);
    }

    private boolean isFoundIn(Schema schema) {
        if (schema.type().isPrimitive() || finite.contains(schema)) {
            return false;
        }
        if (!above.add(schema)) {
            return true;
        }
        boolean isFound = switch (schema.type()) {
            case ARRAY -> isFoundIn(schema.valueSchema());
            case MAP -> isFoundIn(schema.keySchema()) || isFoundIn(schema.valueSchema());
            case STRUCT -> isFoundInOne(schema.fields());
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> false;
        };
        above.remove(schema);
        finite.add(schema);
        return isFound;
    }

    private boolean isFoundInOne(List<Field> fields) {
        for (Field field : fields) {
            if (isFoundIn(field.schema())) {
                return true;
            }
        }
        return false;
    }
}

package dev.varve.connect.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Reads structs of one schema. */
final class StructReader implements FieldReader {
    private final Schema schema;
    /** By place; null where the schema has no field. */
    private final Field[] fields;
    /** Whether an explicit null must not be replaced by the schema's default. */
    private final boolean[] withoutDefault;

    private final List<Field> strangers = new ArrayList<>();
    private final List<List<String>> strangerPaths = new ArrayList<>();
    /** A field that must not be in the row, and why; null if there is none. */
    private String conflicting;

    private String conflict;

    /** @param hidden fields that are no columns */
    StructReader(Schema schema, Places places, Set<String> hidden) {
        this.schema = schema;
        this.fields = new Field[places.count()];
        this.withoutDefault = new boolean[places.count()];
        for (Field field : schema.fields()) {
            if (hidden.contains(field.name())) {
                continue;
            }
            int place = places.of(field.name());
            if (place >= 0) {
                fields[place] = field;
                withoutDefault[place] =
                        field.schema().isOptional() && field.schema().defaultValue() != null;
            }
            List<String> missing = places.missing(field.name());
            if (missing != null) {
                strangers.add(field);
                strangerPaths.add(missing);
            }
            String wrong = places.conflict(field.name());
            if (wrong != null) {
                conflicting = field.name();
                conflict = wrong;
            }
        }
    }

    static List<String> append(List<String> path, String name) {
        List<String> appended = new ArrayList<>(path);
        appended.add(name);
        return List.copyOf(appended);
    }

    @Override
    public boolean reads(Object row) {
        return row instanceof Struct struct
                && (struct.schema() == schema || struct.schema().equals(schema));
    }

    @Override
    public void read(Object row, Object[] values, Attempt attempt) {
        if (conflict != null) {
            throw attempt.conflict(conflicting, conflict);
        }
        Struct struct = (Struct) row;
        for (int place = 0; place < fields.length; place++) {
            Field field = fields[place];
            values[place] = field == null
                    ? null
                    : withoutDefault[place] ? struct.getWithoutDefault(field.name()) : struct.get(field);
        }
        for (int i = 0; i < strangers.size(); i++) {
            Object value = struct.getWithoutDefault(strangers.get(i).name());
            if (value != null) {
                attempt.stranger(strangerPaths.get(i), strangers.get(i).schema(), value);
            }
        }
    }

    @Override
    public Schema schemaOf(int place) {
        return fields[place] == null ? null : fields[place].schema();
    }
}

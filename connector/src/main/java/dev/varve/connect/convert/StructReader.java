package dev.varve.connect.convert;

import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Reads structs of one schema. */
final class StructReader implements FieldReader {
    private final Schema schema;
    private final Field[] fields;
    /** Whether an explicit null must not be replaced by the schema's default. */
    private final boolean[] withoutDefault;

    private final List<Field> strangers = new ArrayList<>();
    private final List<List<String>> strangerPaths = new ArrayList<>();

    /**
     * @param type the columns
     * @param path of the row within the table, empty for the table itself
     * @param hidden fields that are no columns
     */
    StructReader(Schema schema, RowType type, List<String> path, Set<String> hidden) {
        this.schema = schema;
        this.fields = new Field[type.arity()];
        this.withoutDefault = new boolean[type.arity()];
        for (Field field : schema.fields()) {
            int column = type.indexOf(field.name());
            if (hidden.contains(field.name())) {
                continue;
            }
            if (column < 0) {
                strangers.add(field);
                strangerPaths.add(append(path, field.name()));
            } else {
                fields[column] = field;
                withoutDefault[column] =
                        field.schema().isOptional() && field.schema().defaultValue() != null;
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
        Struct struct = (Struct) row;
        for (int column = 0; column < fields.length; column++) {
            Field field = fields[column];
            values[column] = field == null
                    ? null
                    : withoutDefault[column] ? struct.getWithoutDefault(field.name()) : struct.get(field);
        }
        for (int i = 0; i < strangers.size(); i++) {
            Object value = struct.getWithoutDefault(strangers.get(i).name());
            if (value != null) {
                attempt.stranger(strangerPaths.get(i), strangers.get(i).schema(), value);
            }
        }
    }

    @Override
    public Schema schemaOf(int column) {
        return fields[column] == null ? null : fields[column].schema();
    }
}

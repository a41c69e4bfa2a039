package dev.varve.connect.convert;

import dev.varve.table.type.RowType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/** Reads maps without schemas. */
final class MapReader implements FieldReader {
    private final Map<String, Integer> columns = new HashMap<>();
    private final List<String> path;
    private final Set<String> hidden;

    /**
     * @param type the columns
     * @param path of the row within the table, empty for the table itself
     * @param hidden fields that are no columns
     */
    MapReader(RowType type, List<String> path, Set<String> hidden) {
        for (int i = 0; i < type.arity(); i++) {
            columns.put(type.field(i).name(), i);
        }
        this.path = List.copyOf(path);
        this.hidden = hidden;
    }

    @Override
    public boolean reads(Object row) {
        return row instanceof Map;
    }

    @Override
    public void read(Object row, Object[] values, Attempt attempt) {
        Arrays.fill(values, null);
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) row).entrySet()) {
            Object value = entry.getValue();
            if (value != null && entry.getKey() instanceof String name && !hidden.contains(name)) {
                Integer column = columns.get(name);
                if (column == null) {
                    attempt.stranger(StructReader.append(path, name), null, value);
                } else {
                    values[column] = value;
                }
            }
        }
    }

    @Override
    public Schema schemaOf(int column) {
        return null;
    }
}

package dev.varve.connect.convert;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;

/** Reads maps without schemas. */
final class MapReader implements FieldReader {
    private final Places places;
    private final Set<String> hidden;
    /** Places from here on are not those of columns, so that the columns of their fields may be missing. */
    private final int columns;

    /**
     * @param columns how many of the places are columns
     * @param hidden fields that are no columns
     */
    MapReader(Places places, int columns, Set<String> hidden) {
        this.places = places;
        this.columns = columns;
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
                int place = places.of(name);
                if (place >= 0) {
                    values[place] = value;
                }
                if (place < 0 || place >= columns) {
                    outside(name, value, attempt);
                }
            }
        }
    }

    private void outside(String name, Object value, Attempt attempt) {
        String conflict = places.conflict(name);
        if (conflict != null) {
            throw attempt.conflict(name, conflict);
        }
        List<String> missing = places.missing(name);
        if (missing != null) {
            attempt.stranger(missing, null, value);
        }
    }

    @Override
    public Schema schemaOf(int place) {
        return null;
    }
}

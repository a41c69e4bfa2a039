package dev.varve.table.aggregate;

import dev.varve.table.row.GenericArray;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code nested_update}: the rows of all arrays; with a {@code nested-key} the newest row of each key, whole. A result of
 * {@code count-limit} rows or more takes nothing in, and below it at most the rows that are missing, counted before keys are
 * looked at. A retraction removes all rows with the key of one of its rows, or equal to one where no key is set.
 */
final class NestedUpdateFunction extends CombiningFunction {
    private final NestedRows nested;
    private final int countLimit;

    NestedUpdateFunction(AggregateColumn column) {
        super("nested_update", column);
        nested = new NestedRows(this);
        countLimit = column.options().countLimit();
    }

    @Override
    Object combine(Object older, Object newer) {
        int size = ((RowArray) older).size();
        if (size >= countLimit) {
            return older;
        }
        List<Row> rows = nested.rows(older);
        rows.addAll(nested.rows(newer, countLimit - size));
        return new GenericArray(nested.hasKey() ? newestOfEachKey(rows) : rows.toArray());
    }

    private Object[] newestOfEachKey(List<Row> rows) {
        Map<Object, Row> byKey = new LinkedHashMap<>();
        for (Row row : rows) {
            byKey.put(nested.keyOf(row), row);
        }
        return byKey.values().toArray();
    }

    @Override
    public boolean canRetract() {
        return true;
    }

    @Override
    Object remove(Object from, Object retracted) {
        Set<Object> leaving = new HashSet<>();
        for (Row row : nested.rows(retracted)) {
            leaving.add(nested.keyOf(row));
        }
        List<Row> rows = nested.rows(from);
        Object[] staying = nested.hasKey() ? newestOfEachKey(rows) : rows.toArray();
        return new GenericArray(Arrays.stream(staying)
                .filter(row -> !leaving.contains(nested.keyOf((Row) row)))
                .toArray());
    }
}

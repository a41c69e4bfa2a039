package dev.varve.table.aggregate;

import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.ValueReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code nested_partial_update}: one row for each {@code nested-key}, each field the newest value that is not null. */
final class NestedPartialUpdateFunction extends CombiningFunction {
    private final NestedRows nested;

    NestedPartialUpdateFunction(AggregateColumn column) {
        super("nested_partial_update", column);
        nested = new NestedRows(this);
        if (!nested.hasKey()) {
            throw failure("it needs the option '" + column.optionKey(AggregateOptions.NESTED_KEY) + "', the fields of "
                    + nested.type().names() + " that identify an element");
        }
    }

    @Override
    Object combine(Object older, Object newer) {
        Map<Object, GenericRow> byKey = new LinkedHashMap<>();
        update(byKey, nested.rows(older));
        update(byKey, nested.rows(newer));
        return new GenericArray(byKey.values().toArray());
    }

    private void update(Map<Object, GenericRow> byKey, List<Row> rows) {
        for (Row row : rows) {
            GenericRow merged =
                    byKey.computeIfAbsent(nested.keyOf(row), key -> new GenericRow(RowKind.INSERT, nested.arity()));
            for (int i = 0; i < nested.arity(); i++) {
                if (!row.isNull(i)) {
                    merged.set(i, ValueReader.valueAt(row, i, nested.type().type(i)));
                }
            }
        }
    }
}

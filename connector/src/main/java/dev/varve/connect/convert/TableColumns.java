package dev.varve.connect.convert;

import dev.varve.table.schema.TableSchema;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of one table's row: first its columns in their order, then fields that are no columns of the table but that computed columns
 * read. Immutable.
 */
final class TableColumns implements Places {
    private final RowType type;
    private final FieldColumns columns;
    private final Map<String, Integer> places = new HashMap<>();
    /** By place; null for columns that no field becomes. */
    private final List<String> fields = new ArrayList<>();

    private final boolean[] derived;

    TableColumns(TableSchema table, FieldColumns columns) {
        this.type = table.rowType();
        this.columns = columns;
        derived = new boolean[type.arity()];
        for (int i = 0; i < type.arity(); i++) {
            String column = type.field(i).name();
            derived[i] = columns.settings().isDerived(column);
            String field = columns.fieldOf(column);
            fields.add(field);
            if (field != null) {
                places.put(field, i);
            }
        }
        columns.computed()
                .values()
                .forEach(expression -> expression.columns().forEach(field -> {
                    if (!places.containsKey(field)) {
                        places.put(field, fields.size());
                        fields.add(field);
                    }
                }));
    }

    /** Whether the column is computed, or says something of the record. By column. */
    boolean[] derived() {
        return derived;
    }

    /** The field at a place; null if there is none. */
    String fieldAt(int place) {
        return fields.get(place);
    }

    @Override
    public int count() {
        return fields.size();
    }

    @Override
    public int of(String field) {
        Integer place = places.get(field);
        return place == null ? -1 : place;
    }

    @Override
    public List<String> missing(String field) {
        String column = columns.columnOf(field);
        return column == null || type.indexOf(column) >= 0 ? null : List.of(column);
    }

    @Override
    public String conflict(String field) {
        return columns.conflict(field);
    }
}

package dev.varve.table.schema;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands out field ids (format page: schema, field ids). A column of a new table, and whatever is added to one, gets its id
 * before the fields nested in it; those get theirs after their own nested fields. Ids are never used again.
 */
final class FieldIds {
    private int highest;

    /** Continues after the largest id ever used; -1 for a new table. */
    FieldIds(int highest) {
        this.highest = highest;
    }

    int highest() {
        return highest;
    }

    /** A column, or a nested field that is added, with a new id and new ids within. */
    DataField assignAdded(DataField added) {
        int id = ++highest;
        return added.withId(id).withType(assign(added.type()));
    }

    private DataField assignNested(DataField field) {
        DataType type = assign(field.type());
        return field.withType(type).withId(++highest);
    }

    /** The type with new ids within. */
    DataType assign(DataType type) {
        if (type instanceof RowType row) {
            List<DataField> fields = new ArrayList<>(row.arity());
            row.fields().forEach(field -> fields.add(assignNested(field)));
            return new RowType(fields, row.nullable());
        } else if (type instanceof ArrayType array) {
            return new ArrayType(assign(array.element()), array.nullable());
        } else if (type instanceof MultisetType multiset) {
            return new MultisetType(assign(multiset.element()), multiset.nullable());
        } else if (type instanceof MapType map) {
            DataType key = assign(map.key());
            return new MapType(key, assign(map.value()), map.nullable());
        }
        return type;
    }

    /** The largest id among fields and what is nested in them, -1 if there are none. */
    static int highestOf(List<DataField> fields) {
        return fields.stream()
                .mapToInt(field -> Math.max(field.id(), highestWithin(field.type())))
                .max()
                .orElse(-1);
    }

    private static int highestWithin(DataType type) {
        if (type instanceof RowType row) {
            return highestOf(row.fields());
        } else if (type instanceof ArrayType array) {
            return highestWithin(array.element());
        } else if (type instanceof MultisetType multiset) {
            return highestWithin(multiset.element());
        } else if (type instanceof MapType map) {
            return Math.max(highestWithin(map.key()), highestWithin(map.value()));
        }
        return -1;
    }
}

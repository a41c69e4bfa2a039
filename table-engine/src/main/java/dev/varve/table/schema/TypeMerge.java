package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;

/** Brings a type given without field ids together with the type a column has. */
final class TypeMerge {
    private TypeMerge() {}

    /** Whether the types are the same, field ids, comments and outermost nullability aside. */
    static boolean sameShape(DataType a, DataType b) {
        return shape(a).asNullable().equals(shape(b).asNullable());
    }

    /**
     * The wanted type with the ids of the present one: fields of rows are matched by name, new ones get new ids, missing ones
     * are dropped.
     */
    static DataType merge(DataType present, DataType wanted, FieldIds ids) {
        if (present instanceof RowType old && wanted instanceof RowType row) {
            List<DataField> fields = new ArrayList<>(row.arity());
            for (DataField field : row.fields()) {
                int index = old.indexOf(field.name());
                fields.add(index < 0 ? added(field, ids) : merge(old.field(index), field, ids));
            }
            return new RowType(fields, row.nullable());
        } else if (present instanceof ArrayType old && wanted instanceof ArrayType array) {
            return new ArrayType(merge(old.element(), array.element(), ids), array.nullable());
        } else if (present instanceof MultisetType old && wanted instanceof MultisetType multiset) {
            return new MultisetType(merge(old.element(), multiset.element(), ids), multiset.nullable());
        } else if (present instanceof MapType old && wanted instanceof MapType map) {
            DataType key = merge(old.key(), map.key(), ids);
            return new MapType(key, merge(old.value(), map.value(), ids), map.nullable());
        }
        return ids.assign(wanted);
    }

    private static DataField merge(DataField present, DataField wanted, FieldIds ids) {
        return new DataField(
                present.id(),
                present.name(),
                merge(present.type(), wanted.type(), ids),
                wanted.description().or(present::description),
                wanted.defaultValue().or(present::defaultValue));
    }

    private static DataField added(DataField field, FieldIds ids) {
        if (!field.type().nullable()) {
            throw new InvalidInputException("field '" + field.name() + "' cannot be added as " + field.type()
                    + ": existing rows have no value for it; add it as a nullable field");
        }
        return ids.assignAdded(field);
    }

    private static DataType shape(DataType type) {
        if (type instanceof RowType row) {
            List<DataField> fields = row.fields().stream()
                    .map(field -> new DataField(0, field.name(), shape(field.type())))
                    .toList();
            return new RowType(fields, row.nullable());
        } else if (type instanceof ArrayType array) {
            return new ArrayType(shape(array.element()), array.nullable());
        } else if (type instanceof MultisetType multiset) {
            return new MultisetType(shape(multiset.element()), multiset.nullable());
        } else if (type instanceof MapType map) {
            return new MapType(shape(map.key()), shape(map.value()), map.nullable());
        }
        return type;
    }
}

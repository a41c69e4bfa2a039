package dev.varve.table.type;

import dev.varve.table.error.Check;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** ROW of named fields: the type of a whole table row and of nested structures. Names are unique and case-sensitive. */
public record RowType(List<DataField> fields, boolean nullable) implements DataType {
    public RowType {
        fields = List.copyOf(fields);
        Set<String> names = new HashSet<>();
        for (DataField field : fields) {
            Check.argument(names.add(field.name()), "field %s appears twice in a row type", field.name());
        }
    }

    public static RowType of(List<DataField> fields) {
        return new RowType(fields, true);
    }

    /** A row of the given types with ids 0, 1, … and names f0, f1, …; for keys, partitions and tests. */
    public static RowType ofTypes(List<? extends DataType> types) {
        var fields = new java.util.ArrayList<DataField>(types.size());
        for (int i = 0; i < types.size(); i++) {
            fields.add(new DataField(i, "f" + i, types.get(i)));
        }
        return of(fields);
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.ROW;
    }

    public int arity() {
        return fields.size();
    }

    public DataField field(int index) {
        return fields.get(index);
    }

    public DataType type(int index) {
        return fields.get(index).type();
    }

    public List<String> names() {
        return fields.stream().map(DataField::name).toList();
    }

    public List<DataType> types() {
        return fields.stream().map(DataField::type).toList();
    }

    /** Position of the field with this exact name, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Position of the field with this id, or -1. */
    public int indexOfId(int id) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).id() == id) {
                return i;
            }
        }
        return -1;
    }

    /** The row type of the fields at the given positions, in that order. */
    public RowType project(int... positions) {
        var projected = new java.util.ArrayList<DataField>(positions.length);
        for (int position : positions) {
            projected.add(fields.get(position));
        }
        return new RowType(projected, nullable);
    }

    @Override
    public RowType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new RowType(fields, newNullable);
    }

    @Override
    public String toString() {
        return fields.stream().map(DataField::toString).collect(Collectors.joining(", ", "ROW<", ">"))
                + (nullable ? "" : " NOT NULL");
    }
}

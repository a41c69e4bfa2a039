package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.NearestName;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds and replaces columns and what is nested in them by path: names of fields, and {@code element}, {@code key} and
 * {@code value} for the parts of ARRAY, MULTISET and MAP.
 */
final class ColumnTree {
    private static final String ELEMENT = "element";
    private static final String KEY = "key";
    private static final String VALUE = "value";

    /** Changes the list in which the last part of a path stands, or would stand. */
    interface Edit {
        /**
         * @param siblings fields of one row, changed in place; or the one unnamed part of an array or map
         * @param index where the field is, -1 if there is none of that name
         * @param inRow whether {@code siblings} are fields of a row, so that there can be more, fewer and others
         */
        void apply(List<DataField> siblings, int index, boolean inRow);
    }

    private final List<String> path;

    ColumnTree(List<String> path) {
        if (path.isEmpty()) {
            throw new InvalidInputException("a column path must not be empty");
        }
        this.path = path;
    }

    /** The fields after the edit at the end of the path. */
    List<DataField> edit(List<DataField> fields, Edit edit) {
        return edit(fields, 0, true, edit);
    }

    /** The field at the end of the path, if it exists. */
    Optional<DataField> find(List<DataField> fields) {
        List<DataField> siblings = fields;
        for (int depth = 0; ; depth++) {
            int index = indexOf(siblings, path.get(depth));
            if (index < 0 || depth == path.size() - 1) {
                return index < 0 ? Optional.empty() : Optional.of(siblings.get(index));
            }
            siblings = within(siblings.get(index).type());
        }
    }

    private List<DataField> edit(List<DataField> fields, int depth, boolean inRow, Edit edit) {
        List<DataField> edited = new ArrayList<>(fields);
        int index = indexOf(edited, path.get(depth));
        if (depth == path.size() - 1) {
            edit.apply(edited, index, inRow);
            return edited;
        }
        if (index < 0) {
            throw missing(fields, depth);
        }
        DataField field = edited.get(index);
        edited.set(index, field.withType(edit(field.type(), depth + 1, edit)));
        return edited;
    }

    private DataType edit(DataType type, int depth, Edit edit) {
        if (type instanceof RowType row) {
            return new RowType(edit(row.fields(), depth, true, edit), row.nullable());
        } else if (type instanceof ArrayType array) {
            return new ArrayType(editPart(type, depth, edit).get(0).type(), array.nullable());
        } else if (type instanceof MultisetType multiset) {
            return new MultisetType(editPart(type, depth, edit).get(0).type(), multiset.nullable());
        } else if (type instanceof MapType map) {
            List<DataField> parts = editPart(type, depth, edit);
            return new MapType(parts.get(0).type(), parts.get(1).type(), map.nullable());
        }
        throw new InvalidInputException(String.join(".", path.subList(0, depth)) + " is " + type + " and has no parts");
    }

    private List<DataField> editPart(DataType type, int depth, Edit edit) {
        List<DataField> parts = within(type);
        if (indexOf(parts, path.get(depth)) < 0) {
            throw missing(parts, depth);
        }
        return edit(parts, depth, false, edit);
    }

    /** What a path can lead into: the fields of a row, the parts of other types under their path names. */
    private static List<DataField> within(DataType type) {
        if (type instanceof RowType row) {
            return row.fields();
        } else if (type instanceof ArrayType array) {
            return List.of(new DataField(-1, ELEMENT, array.element()));
        } else if (type instanceof MultisetType multiset) {
            return List.of(new DataField(-1, ELEMENT, multiset.element()));
        } else if (type instanceof MapType map) {
            return List.of(new DataField(-1, KEY, map.key()), new DataField(-1, VALUE, map.value()));
        }
        return List.of();
    }

    /** The error that the path's part at this depth is not among the siblings. */
    InvalidInputException missing(List<DataField> siblings, int depth) {
        List<String> names = siblings.stream().map(DataField::name).toList();
        String name = path.get(depth);
        return new InvalidInputException("there is no column '" + String.join(".", path.subList(0, depth + 1)) + "'"
                + NearestName.of(name, names)
                        .map(nearest -> "; did you mean '" + nearest + "'?")
                        .orElse("; there are " + names));
    }

    InvalidInputException missing(List<DataField> siblings) {
        return missing(siblings, path.size() - 1);
    }

    private static int indexOf(List<DataField> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}

package dev.varve.table.aggregate;

import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** An ARRAY of ROW as the nested functions see it: its rows without null elements, and which fields identify a row. */
final class NestedRows {
    private final RowType type;
    private final int[] keyPositions;

    /** For the functions of a column; {@code function} raises the errors. */
    NestedRows(ColumnFunction function) {
        AggregateColumn column = function.column();
        if (!(column.type() instanceof ArrayType array) || !(array.element() instanceof RowType row)) {
            throw function.unsupportedType("ARRAY of ROW");
        }
        type = row;
        for (String name : column.options().nestedKey()) {
            if (row.indexOf(name) < 0) {
                throw function.failure("'" + column.optionKey(AggregateOptions.NESTED_KEY) + "' names field '" + name
                        + "', which is not among " + row.names());
            }
        }
        keyPositions =
                column.options().nestedKey().stream().mapToInt(row::indexOf).toArray();
    }

    boolean hasKey() {
        return keyPositions.length > 0;
    }

    int arity() {
        return type.arity();
    }

    RowType type() {
        return type;
    }

    /** What identifies a row: its key fields, or all of it where no key is set. */
    Object keyOf(Row row) {
        return ContentKey.ofFields(
                row,
                type,
                hasKey() ? keyPositions : IntStream.range(0, type.arity()).toArray());
    }

    /** The first rows of an array, at most {@code limit}, that are not null. */
    List<Row> rows(Object array, int limit) {
        RowArray elements = (RowArray) array;
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < elements.size() && rows.size() < limit; i++) {
            if (!elements.isNull(i)) {
                rows.add(elements.rowAt(i, type.arity()));
            }
        }
        return rows;
    }

    List<Row> rows(Object array) {
        return rows(array, Integer.MAX_VALUE);
    }
}

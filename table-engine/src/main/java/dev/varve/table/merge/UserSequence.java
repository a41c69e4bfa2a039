package dev.varve.table.merge;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.option.SortOrder;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowComparator;
import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.util.List;

/**
 * The order of {@code sequence.field} (semantics, merge engines, section 2): column by column, null the oldest whichever way
 * {@code sequence.field.sort-order} points.
 */
final class UserSequence implements SequenceOrder {
    private final int[] positions;
    private final RowComparator[] columns;
    private final boolean descending;

    UserSequence(RowType type, List<String> fields, SortOrder sortOrder) {
        this.positions =
                fields.stream().mapToInt(field -> orderedPosition(type, field)).toArray();
        this.columns = new RowComparator[positions.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = RowComparator.ofColumns(List.of(type.type(positions[i])), positions[i]);
        }
        this.descending = sortOrder == SortOrder.DESCENDING;
    }

    /** @throws InvalidInputException if the column is missing or its values have no order */
    static int orderedPosition(RowType type, String field) {
        int position = type.indexOf(field);
        if (position < 0) {
            throw new InvalidInputException("sequence column '" + field + "' is not among the columns " + type.names());
        }
        DataType column = type.type(position);
        if (column.root().isNested()) {
            throw new InvalidInputException("sequence column '" + field + "' has the type " + column
                    + ", whose values have no order; choose a column that is not ARRAY, MAP, MULTISET or ROW");
        }
        return position;
    }

    @Override
    public int compareValues(Row left, Row right) {
        for (int i = 0; i < columns.length; i++) {
            int order = columns[i].compare(left, right);
            if (order != 0) {
                boolean byNull = left.isNull(positions[i]) || right.isNull(positions[i]);
                return descending && !byNull ? -order : order;
            }
        }
        return 0;
    }
}

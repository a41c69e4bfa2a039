package dev.varve.table.changelog;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.RowType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Whether two rows have the same values in the columns that count ({@code changelog-producer.row-deduplicate} and {@code
 * changelog-producer.row-deduplicate-ignore-fields}): they do if their binary forms are equal. Confined to one thread.
 */
final class SameValues {
    private final ProjectedRow view;
    private final RowSerializer left;
    private final RowSerializer right;

    /**
     * @param type of the rows
     * @param ignored columns that do not count
     * @throws InvalidInputException if one of them does not exist
     */
    SameValues(RowType type, List<String> ignored) {
        requireNonNull(type, "type is null");
        for (String name : ignored) {
            if (type.indexOf(name) < 0) {
                throw new InvalidInputException(
                        "option 'changelog-producer.row-deduplicate-ignore-fields' names column '" + name
                                + "', which does not exist; the columns are " + type.names());
            }
        }
        Set<String> names = new HashSet<>(ignored);
        int[] counted = IntStream.range(0, type.arity())
                .filter(i -> !names.contains(type.field(i).name()))
                .toArray();
        RowType columns = type.project(counted);
        this.view = new ProjectedRow(counted);
        this.left = new RowSerializer(columns);
        this.right = new RowSerializer(columns);
    }

    boolean test(Row one, Row other) {
        return left.lend(view.over(one), RowKind.INSERT).equals(right.lend(view.over(other), RowKind.INSERT));
    }
}

package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import java.util.Arrays;
import java.util.List;

/**
 * What partial-update does with the columns and retractions of one table. Immutable.
 *
 * @param functions functions of governed columns
 * @param keys positions of the primary key
 * @param ungoverned positions of columns in no sequence group, the key not among them
 * @param groups sequence groups, none overlapping
 * @param retractions what retractions do
 */
record PartialUpdatePlan(
        AggregatedColumns functions,
        int[] keys,
        int[] ungoverned,
        List<SequenceGroup> groups,
        PartialUpdateRetractions retractions) {
    PartialUpdatePlan {
        requireNonNull(functions, "functions is null");
        requireNonNull(retractions, "retractions is null");
        groups = List.copyOf(groups);
    }

    boolean hasFunctions() {
        return groups.stream().anyMatch(group -> group.aggregated().length > 0);
    }

    /** Whether the version removes the row unless its group is newer. */
    boolean mayRemove(KeyValue version) {
        return version.kind() == RowKind.DELETE
                && groups.stream().anyMatch(group -> group.removesRow() && !group.isSilent(version.value()));
    }

    /** The kind of several retractions merged, none of which removed the row: one that does not remove what is below, either. */
    RowKind kindOfRetractions() {
        return groups.stream().anyMatch(SequenceGroup::removesRow) ? RowKind.UPDATE_BEFORE : RowKind.DELETE;
    }

    /** Whether two additions may become one before the older row is known. */
    boolean joinsAdds() {
        return groups.stream()
                .flatMapToInt(group -> Arrays.stream(group.aggregated()))
                .allMatch(functions::isCommutative);
    }
}

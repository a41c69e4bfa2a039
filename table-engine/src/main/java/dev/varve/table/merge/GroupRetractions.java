package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.aggregate.AggregateFunction;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import java.util.Arrays;
import java.util.List;

/** Retractions of sequence groups: every function of a group that the row sets must be able to retract. Immutable. */
final class GroupRetractions implements Retractions {
    private final List<SequenceGroup> groups;
    /** By group, the first column that cannot retract; null if all can. */
    private final String[] stubborn;

    GroupRetractions(PartialUpdatePlan plan) {
        this.groups = requireNonNull(plan, "plan is null").groups();
        AggregateFunction[] functions = plan.functions().create();
        this.stubborn = groups.stream()
                .map(group -> Arrays.stream(group.aggregated())
                        .filter(i -> !functions[i].canRetract())
                        .mapToObj(i -> plan.functions().type().field(i).name())
                        .findFirst()
                        .orElse(null))
                .toArray(String[]::new);
    }

    @Override
    public void requireApplicable(RowKind kind, Row row) {
        for (int i = 0; i < stubborn.length; i++) {
            if (stubborn[i] != null && !groups.get(i).isSilent(row)) {
                throw new InvalidInputException("a row of kind " + kind.shortName() + " cannot be written: "
                        + AggregationOptions.unsupportedRetraction(stubborn[i]));
            }
        }
    }
}

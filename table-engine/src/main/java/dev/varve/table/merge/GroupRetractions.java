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
    /** By group, why its first column that cannot retract does not; null if all can. */
    private final String[] refusals;

    GroupRetractions(PartialUpdatePlan plan) {
        this.groups = requireNonNull(plan, "plan is null").groups();
        AggregateFunction[] functions = plan.functions().create();
        this.refusals = groups.stream()
                .map(group -> Arrays.stream(group.aggregated())
                        .filter(i -> !functions[i].canRetract())
                        .mapToObj(plan.functions()::unsupportedRetraction)
                        .findFirst()
                        .orElse(null))
                .toArray(String[]::new);
    }

    @Override
    public void requireApplicable(RowKind kind, Row row) {
        for (int i = 0; i < refusals.length; i++) {
            if (refusals[i] != null && !groups.get(i).isSilent(row)) {
                throw new InvalidInputException(
                        "a row of kind " + kind.shortName() + " cannot be written: " + refusals[i]);
            }
        }
    }
}

package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What is to be read. */
public record Plan(List<Split> splits, PlanStatistics statistics) {
    /** Of a table without snapshot. */
    public static final Plan NOTHING = new Plan(List.of(), PlanStatistics.NOTHING);

    public Plan {
        splits = List.copyOf(splits);
        requireNonNull(statistics, "statistics is null");
    }
}

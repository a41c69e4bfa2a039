package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.scan.Plan;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A plan and the way to read its splits. Immutable. */
final class FileScanPlan implements ScanPlan {
    private final TableParts parts;
    private final Optional<Snapshot> snapshot;
    private final Plan plan;
    private final SplitRead read;
    private final long limit;
    private final int parallelism;

    FileScanPlan(
            TableParts parts, Optional<Snapshot> snapshot, Plan plan, SplitRead read, long limit, int parallelism) {
        this.parts = requireNonNull(parts, "parts is null");
        this.snapshot = requireNonNull(snapshot, "snapshot is null");
        this.plan = requireNonNull(plan, "plan is null");
        this.read = requireNonNull(read, "read is null");
        this.limit = limit;
        this.parallelism = parallelism;
    }

    @Override
    public RowType type() {
        return read.output();
    }

    @Override
    public Optional<Snapshot> snapshot() {
        return snapshot;
    }

    @Override
    public List<ScanSplit> splits() {
        return plan.splits().stream()
                .map(split ->
                        new ScanSplit(parts.partitionPath().of(split.bucket().partition()), split))
                .toList();
    }

    @Override
    public ScanStatistics statistics() {
        return ScanStatistics.of(plan.statistics());
    }

    @Override
    public RowCursor open(ScanSplit split) {
        return new SplitCursor(read, List.of(split.split()), limit);
    }

    @Override
    public RowCursor open() {
        return open(parts.services().executor(), parallelism, limit);
    }

    /** The same with another executor, parallelism and limit. */
    RowCursor open(Executor executor, int splitsAtATime, long rows) {
        boolean single = splitsAtATime == 1 || plan.splits().size() < 2 || rows == 0;
        return single
                ? new SplitCursor(read, plan.splits(), rows)
                : new ParallelCursor(read, plan.splits(), rows, splitsAtATime, executor);
    }
}

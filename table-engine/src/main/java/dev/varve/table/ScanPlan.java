package dev.varve.table;

import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link TableScan} is going to read. Whoever reads in parallel opens the splits one by one, in any order, each on a thread
 * of its choice; together they give the rows of {@link #open}, but for the limit, which holds for each split by itself then. Immutable, safe
 * for use by several threads.
 */
public interface ScanPlan {
    /** Type of the rows. */
    RowType type();

    /** The version that is read; empty for a table without snapshots. */
    Optional<Snapshot> snapshot();

    /** Pieces that can be read independently. */
    List<ScanSplit> splits();

    /** What planning has looked at and left out. */
    ScanStatistics statistics();

    /** Reads one of the {@link #splits}: rows in key order. */
    RowCursor open(ScanSplit split);

    /** Reads all splits. */
    RowCursor open();
}

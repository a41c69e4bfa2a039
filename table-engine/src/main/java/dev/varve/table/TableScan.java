package dev.varve.table;

import dev.varve.table.predicate.Predicate;
import dev.varve.table.type.RowType;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A read being described, then planned and opened. Each method returns a new description; of those that choose a version the last
 * one counts. Immutable, safe for use by several threads.
 */
public interface TableScan {
    /** Only these columns, in this order. */
    TableScan columns(List<String> names);

    /**
     * Only rows of which a condition is true, in addition to what was asked for before; its columns need not be among those that
     * are returned. What it means is settled when the read is planned, by the columns of the version that is read.
     *
     * @param condition in the grammar of {@link dev.varve.table.predicate.PredicateParser}
     */
    TableScan where(String condition);

    /**
     * The same for a condition that is made already.
     *
     * @param predicate over {@link #rowType}
     */
    TableScan filter(Predicate predicate);

    /** The table as of this snapshot, with the columns it had then. */
    TableScan snapshot(long id);

    /** The table as this tag names it, with the columns it had then. */
    TableScan tag(String name);

    /** The table as of the newest snapshot at this time, with the columns it had then. */
    TableScan asOf(Instant time);

    /**
     * Read options for this read only, in place of the table's own: {@code scan.*} and {@code source.split.*}; see the reference
     * page on reads.
     */
    TableScan options(Map<String, String> options);

    /** At most this many rows. */
    TableScan limit(long rows);

    /** Reads so many splits at a time, ahead of the caller, from 1; then rows of different splits come mixed. */
    TableScan parallelism(int splits);

    /**
     * All columns of the version that is read.
     *
     * @throws dev.varve.table.error.InvalidInputException if the version is not there
     */
    RowType rowType();

    /**
     * Decides what to read, by metadata alone.
     *
     * @throws dev.varve.table.error.InvalidInputException if the version, a column or the condition is wrong
     */
    ScanPlan plan();

    /** Plans and opens the read. Without {@link #parallelism}, rows come split by split, in key order within a split. */
    default RowCursor open() {
        return plan().open();
    }
}

package dev.varve.table;

import java.util.List;

/** A read being described, then opened. Each method returns a new description. */
public interface TableScan {
    /** Only these columns, in this order. */
    TableScan columns(List<String> names);

    /** The table as of this snapshot, with the columns it had then. */
    TableScan snapshot(long id);

    /** At most this many rows. */
    TableScan limit(long rows);

    /** Opens the read. Rows come bucket by bucket, in key order within a bucket. */
    RowCursor open();
}

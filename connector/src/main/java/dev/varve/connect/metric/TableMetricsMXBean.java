package dev.varve.connect.metric;

/**
 * A table of a task, {@code dev.varve:type=table,connector=…,task=…,table="database.table"}. Counts are of this task alone, since
 * it opened the table.
 */
public interface TableMetricsMXBean {
    /** Rows in visible snapshots. */
    long getCommittedRows();

    /** Data files in visible snapshots. */
    long getCommittedFiles();

    /** Bytes of those files. */
    long getCommittedBytes();

    /** Commits that made a snapshot. */
    long getCommits();

    /** Failed attempts since the last commit; the task gives up at a bound. */
    long getConsecutiveCommitFailures();

    /** Failed attempts. */
    long getCommitFailures();

    /** How long the last commit took, flush included, in milliseconds. */
    long getLastCommitMillis();

    /** How long all commits took together, in milliseconds. */
    long getTotalCommitMillis();

    /** Newest snapshot that this task made, 0 if none. */
    long getLastSnapshot();

    /** Schema changes that this task asked for. */
    long getSchemaChanges();

    /** Snapshots that this task has expired. */
    long getExpiredSnapshots();

    /** Files that were deleted with them. */
    long getExpiredFiles();

    /** Runs of maintenance that failed; each is tried again after a later commit. */
    long getMaintenanceFailures();

    /** Rows that wait for a commit. */
    long getBufferedRows();

    /** Memory of the buffers in bytes. */
    long getBufferedBytes();
}

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

    /** Buckets that wait for a compaction thread of this task, those that wait after a failure included. */
    int getCompactionsQueued();

    /** Buckets that this task compacts now. */
    int getCompactionsRunning();

    /** Compactions that this task has done. */
    long getCompactionsFinished();

    /** Compactions that ended with an error and are tried again. */
    long getCompactionFailures();

    /** Compactions given up because another job had replaced their input. */
    long getCompactionConflicts();

    /** Bytes of files that compactions read. */
    long getCompactionBytesRead();

    /** Bytes of files that they wrote. */
    long getCompactionBytesWritten();

    /** How long compactions took together, in milliseconds. */
    long getCompactionMillis();

    /** Sorted runs of the bucket that has most, of those that this task writes to or compacts. */
    int getSortedRuns();

    /** Sorted runs from which on the task holds records back; 0 if it never does. */
    int getStopTrigger();
}

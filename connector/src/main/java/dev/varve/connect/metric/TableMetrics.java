package dev.varve.connect.metric;

import dev.varve.table.CompactionBacklog;
import dev.varve.table.CompactionStatistics;
import java.time.Duration;

/** Counters of a table of a task. Changed by the task's thread, read by any. */
public final class TableMetrics implements TableMetricsMXBean {
    private final Counter committedRows = new Counter();
    private final Counter committedFiles = new Counter();
    private final Counter committedBytes = new Counter();
    private final Counter commits = new Counter();
    private final Counter consecutiveFailures = new Counter();
    private final Counter failures = new Counter();
    private final Counter lastCommitMillis = new Counter();
    private final Counter totalCommitMillis = new Counter();
    private final Counter lastSnapshot = new Counter();
    private final Counter schemaChanges = new Counter();
    private final Counter expiredSnapshots = new Counter();
    private final Counter expiredFiles = new Counter();
    private final Counter maintenanceFailures = new Counter();
    private final Counter bufferedRows = new Counter();
    private final Counter bufferedBytes = new Counter();
    private volatile CompactionStatistics compactions = CompactionStatistics.NONE;
    private volatile CompactionBacklog backlog = CompactionBacklog.NONE;

    /** A commit has made a snapshot. */
    public void committed(long snapshot, long rows, long files, long bytes, Duration duration) {
        lastSnapshot.set(snapshot);
        committedRows.add(rows);
        committedFiles.add(files);
        committedBytes.add(bytes);
        commits.add(1);
        lastCommitMillis.set(duration.toMillis());
        totalCommitMillis.add(duration.toMillis());
        consecutiveFailures.set(0);
    }

    /**
     * An attempt has failed.
     *
     * @param consecutive failed attempts since the last commit, this one included
     */
    public void failed(int consecutive) {
        failures.add(1);
        consecutiveFailures.set(consecutive);
    }

    public void schemaChanged() {
        schemaChanges.add(1);
    }

    /** Maintenance has gone on by so much. */
    public void maintained(long snapshots, long files, long failed) {
        expiredSnapshots.add(snapshots);
        expiredFiles.add(files);
        maintenanceFailures.add(failed);
    }

    public void buffered(long rows, long bytes) {
        bufferedRows.set(rows);
        bufferedBytes.set(bytes);
    }

    public void compactions(CompactionStatistics newCompactions, CompactionBacklog newBacklog) {
        compactions = newCompactions;
        backlog = newBacklog;
    }

    @Override
    public long getCommittedRows() {
        return committedRows.value();
    }

    @Override
    public long getCommittedFiles() {
        return committedFiles.value();
    }

    @Override
    public long getCommittedBytes() {
        return committedBytes.value();
    }

    @Override
    public long getCommits() {
        return commits.value();
    }

    @Override
    public long getConsecutiveCommitFailures() {
        return consecutiveFailures.value();
    }

    @Override
    public long getCommitFailures() {
        return failures.value();
    }

    @Override
    public long getLastCommitMillis() {
        return lastCommitMillis.value();
    }

    @Override
    public long getTotalCommitMillis() {
        return totalCommitMillis.value();
    }

    @Override
    public long getLastSnapshot() {
        return lastSnapshot.value();
    }

    @Override
    public long getSchemaChanges() {
        return schemaChanges.value();
    }

    @Override
    public long getExpiredSnapshots() {
        return expiredSnapshots.value();
    }

    @Override
    public long getExpiredFiles() {
        return expiredFiles.value();
    }

    @Override
    public long getMaintenanceFailures() {
        return maintenanceFailures.value();
    }

    @Override
    public long getBufferedRows() {
        return bufferedRows.value();
    }

    @Override
    public long getBufferedBytes() {
        return bufferedBytes.value();
    }

    @Override
    public int getCompactionsQueued() {
        return compactions.queued();
    }

    @Override
    public int getCompactionsRunning() {
        return compactions.running();
    }

    @Override
    public long getCompactionsFinished() {
        return compactions.finished();
    }

    @Override
    public long getCompactionFailures() {
        return compactions.failed();
    }

    @Override
    public long getCompactionConflicts() {
        return compactions.conflicts();
    }

    @Override
    public long getCompactionBytesRead() {
        return compactions.bytesRead();
    }

    @Override
    public long getCompactionBytesWritten() {
        return compactions.bytesWritten();
    }

    @Override
    public long getCompactionMillis() {
        return compactions.time().toMillis();
    }

    @Override
    public int getSortedRuns() {
        return backlog.worstRuns();
    }

    @Override
    public int getStopTrigger() {
        return backlog.stopRuns();
    }
}

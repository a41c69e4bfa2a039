package dev.varve.table;

/**
 * How far compaction is behind in the buckets that a writer writes to or compacts.
 *
 * @param worstRuns sorted runs of the bucket that has most, as of the newest snapshot looked at
 * @param stopRuns runs from which on writers are to wait; 0 if they never are
 */
public record CompactionBacklog(int worstRuns, int stopRuns) {
    public static final CompactionBacklog NONE = new CompactionBacklog(0, 0);

    /** Whether writing should wait until compaction has caught up. */
    public boolean isStopped() {
        return stopRuns > 0 && worstRuns >= stopRuns;
    }
}

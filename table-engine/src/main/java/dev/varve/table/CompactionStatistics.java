package dev.varve.table;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What became of the compactions of a {@link TableWriter} since it was opened.
 *
 * @param queued buckets that wait for a thread, those that wait after a failure included
 * @param running buckets that are being compacted
 * @param finished compactions done; some of them may have been lost afterwards, see {@code conflicts}
 * @param failed attempts that ended with an error, all of which are tried again
 * @param conflicts compactions given up because another writer had replaced their input
 * @param bytesRead bytes of files that finished compactions read
 * @param bytesWritten bytes of files that they wrote
 * @param time that compactions took, failed ones included
 */
public record CompactionStatistics(
        int queued,
        int running,
        long finished,
        long failed,
        long conflicts,
        long bytesRead,
        long bytesWritten,
        Duration time) {
    /** Nothing yet. */
    public static final CompactionStatistics NONE = new CompactionStatistics(0, 0, 0, 0, 0, 0, 0, Duration.ZERO);

    public CompactionStatistics {
        requireNonNull(time, "time is null");
    }

    /** Both together. */
    public CompactionStatistics plus(CompactionStatistics other) {
        return new CompactionStatistics(
                queued + other.queued,
                running + other.running,
                finished + other.finished,
                failed + other.failed,
                conflicts + other.conflicts,
                bytesRead + other.bytesRead,
                bytesWritten + other.bytesWritten,
                time.plus(other.time));
    }
}

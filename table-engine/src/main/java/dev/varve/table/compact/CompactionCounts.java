package dev.varve.table.compact;

import java.time.Duration;

/**
 * What became of the compactions of one table writer, since it was opened.
 *
 * @param queued buckets that wait for a thread, those that wait after a failure included
 * @param running buckets that are being compacted
 * @param finished compactions done; some of them may have been lost afterwards, see {@code conflicts}
 * @param failed attempts that ended with an error, all of which are tried again
 * @param conflicts compactions given up because somebody else had replaced their input
 * @param bytesRead bytes of files that finished compactions read
 * @param bytesWritten bytes of files that they wrote
 * @param time spent by finished and failed ones together
 */
public record CompactionCounts(
        int queued,
        int running,
        long finished,
        long failed,
        long conflicts,
        long bytesRead,
        long bytesWritten,
        Duration time) {}

package dev.varve.connect.metric;

import java.util.Map;

/** A task, {@code dev.varve:type=task,connector=…,task=…}. Counts are since the task was started. */
public interface TaskMetricsMXBean {
    /** Records delivered to the task, redelivered ones included. */
    long getRecords();

    /** Records that had landed before and were not applied again. */
    long getSkippedLanded();

    /** Records that are of no table, all reasons together. */
    long getSkippedByRule();

    /** Records that are of no table, by reason. */
    Map<String, Long> getSkippedByReason();

    /** Records that could not be landed and were reported. */
    long getBadRecords();

    /** Records that could not be landed, by reason. */
    Map<String, Long> getBadRecordsByReason();

    /** Records that were not taken because the consumer was about to be moved. */
    long getNotExpected();

    /** How often partitions were sent back after buffers had been dropped. */
    long getRewinds();

    /** How often another task was found to have landed records of this one's partitions. */
    long getFenced();

    /** How often offsets contradicted each other and policy accepted it. */
    long getMismatchesAccepted();

    /** How often records had expired before they were landed. */
    long getLedgerGaps();

    /** Offsets in those gaps. */
    long getLedgerGapOffsets();

    /** Offsets between ledgers and the first records delivered after starting from them: compaction, markers or expired records. */
    long getStartGapOffsets();

    /** Partitions assigned now. */
    int getPartitions();

    /** Tables open now. */
    int getTables();

    /** Whether records are held back now, because a bucket has reached its stop trigger and is not compacted yet. */
    boolean getPaused();

    /** How long records were held back for that reason, in milliseconds; the pause that lasts now is not in it. */
    long getPausedMillis();

    /** Whether a table fails now, so that partitions are paused and tried again until {@code retry.timeout.ms} is over. */
    boolean getInTrouble();

    /** How often that has begun. */
    long getTroubles();

    /** How long it has lasted, in milliseconds; the trouble that lasts now is not in it. */
    long getTroubleMillis();
}

package dev.varve.connect.metric;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counters of a task. Changed by the task's thread, read by any. */
public final class TaskMetrics implements TaskMetricsMXBean {
    private final Counter records = new Counter();
    private final Counter skippedLanded = new Counter();
    private final Map<String, Counter> skippedByReason = new ConcurrentHashMap<>();
    private final Map<String, Counter> badByReason = new ConcurrentHashMap<>();
    private final Counter notExpected = new Counter();
    private final Counter rewinds = new Counter();
    private final Counter fenced = new Counter();
    private final Counter mismatchesAccepted = new Counter();
    private final Counter ledgerGaps = new Counter();
    private final Counter ledgerGapOffsets = new Counter();
    private final Counter startGapOffsets = new Counter();
    private final Counter pausedMillis = new Counter();
    private final Counter troubles = new Counter();
    private final Counter troubleMillis = new Counter();
    private volatile boolean inTrouble;
    private volatile boolean paused;
    private volatile int partitions;
    private volatile int tables;

    public void delivered(int count) {
        records.add(count);
    }

    public void skippedLanded() {
        skippedLanded.add(1);
    }

    /**
     * Counts a record that is of no table.
     *
     * @param why one of few texts
     * @return whether it is the first for this reason
     */
    public boolean skippedByRule(String why) {
        boolean first = !skippedByReason.containsKey(why);
        skippedByReason.computeIfAbsent(why, reason -> new Counter()).add(1);
        return first;
    }

    /**
     * Counts a record that could not be landed.
     *
     * @param reason one of few texts
     */
    public void badRecord(String reason) {
        badByReason.computeIfAbsent(reason, text -> new Counter()).add(1);
    }

    public void notExpected() {
        notExpected.add(1);
    }

    public void rewound() {
        rewinds.add(1);
    }

    public void fenced() {
        fenced.add(1);
    }

    public void mismatchAccepted() {
        mismatchesAccepted.add(1);
    }

    public void ledgerGap(long offsets) {
        ledgerGaps.add(1);
        ledgerGapOffsets.add(offsets);
    }

    public void startGap(long offsets) {
        startGapOffsets.add(offsets);
    }

    /** Records are held back until compaction has caught up. */
    public void paused() {
        paused = true;
    }

    /** Compaction has caught up. */
    public void resumed(Duration waited) {
        paused = false;
        pausedMillis.add(waited.toMillis());
    }

    /** A table has failed, and the task waits to try again. */
    public void troubleBegins() {
        inTrouble = true;
        troubles.add(1);
    }

    /** All tables work again. */
    public void troubleEnds(Duration lasted) {
        inTrouble = false;
        troubleMillis.add(lasted.toMillis());
    }

    public void partitions(int count) {
        partitions = count;
    }

    public void tables(int count) {
        tables = count;
    }

    @Override
    public long getRecords() {
        return records.value();
    }

    @Override
    public long getSkippedLanded() {
        return skippedLanded.value();
    }

    @Override
    public long getSkippedByRule() {
        return skippedByReason.values().stream().mapToLong(Counter::value).sum();
    }

    @Override
    public Map<String, Long> getSkippedByReason() {
        return values(skippedByReason);
    }

    @Override
    public long getBadRecords() {
        return badByReason.values().stream().mapToLong(Counter::value).sum();
    }

    @Override
    public Map<String, Long> getBadRecordsByReason() {
        return values(badByReason);
    }

    private static Map<String, Long> values(Map<String, Counter> counters) {
        var counts = new TreeMap<String, Long>();
        counters.forEach((reason, count) -> counts.put(reason, count.value()));
        return counts;
    }

    @Override
    public long getNotExpected() {
        return notExpected.value();
    }

    @Override
    public long getRewinds() {
        return rewinds.value();
    }

    @Override
    public long getFenced() {
        return fenced.value();
    }

    @Override
    public long getMismatchesAccepted() {
        return mismatchesAccepted.value();
    }

    @Override
    public long getLedgerGaps() {
        return ledgerGaps.value();
    }

    @Override
    public long getLedgerGapOffsets() {
        return ledgerGapOffsets.value();
    }

    @Override
    public long getStartGapOffsets() {
        return startGapOffsets.value();
    }

    @Override
    public int getPartitions() {
        return partitions;
    }

    @Override
    public int getTables() {
        return tables;
    }

    @Override
    public boolean getPaused() {
        return paused;
    }

    @Override
    public long getPausedMillis() {
        return pausedMillis.value();
    }

    @Override
    public boolean getInTrouble() {
        return inTrouble;
    }

    @Override
    public long getTroubles() {
        return troubles.value();
    }

    @Override
    public long getTroubleMillis() {
        return troubleMillis.value();
    }
}

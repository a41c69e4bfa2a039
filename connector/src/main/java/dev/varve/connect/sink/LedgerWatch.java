package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import java.time.Duration;

/**
 * When to look whether ledgers are about to expire. Foreign jobs (a dedicated compaction, say) put snapshots without a ledger on
 * top of ours; Paimon keeps at least ten snapshots by default, so half of that is a safe distance. Confined to the task's thread.
 */
final class LedgerWatch {
    /** Foreign snapshots on top of the ledger from which on it is carried forward. */
    static final long FOREIGN_SNAPSHOTS = 5;

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Env env;
    private long lastNanos;

    LedgerWatch(Env env) {
        this.env = env;
        this.lastNanos = env.nanoTime();
    }

    /** True once an interval. */
    boolean isDue() {
        long now = env.nanoTime();
        if (now - lastNanos < INTERVAL.toNanos()) {
            return false;
        }
        lastNanos = now;
        return true;
    }
}

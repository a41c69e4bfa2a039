package dev.varve.table.commit;

import dev.varve.table.env.Env;
import java.time.Duration;

/** The retries of one commit: bounded in number and time, each after a longer and jittered wait. Confined to one thread. */
final class Retries {
    private final RetryLimits limits;
    private final Env env;
    private final long startNanos;
    private int retries;
    private boolean interrupted;

    Retries(RetryLimits limits, Env env) {
        this.limits = limits;
        this.env = env;
        this.startNanos = env.nanoTime();
    }

    /** Waits before the next attempt; false if there must be none. */
    boolean await() {
        if (retries >= limits.maxRetries() || timedOut()) {
            return false;
        }
        long wait = Math.max(1, nextWait().toMillis());
        // Between half and the whole: losers of one race must not meet again in the next.
        long jittered = wait - env.nextLong(wait / 2 + 1);
        retries++;
        interrupted = !env.sleep(Duration.ofMillis(jittered));
        return !interrupted && !timedOut();
    }

    private Duration nextWait() {
        int doublings = Math.min(retries, 30);
        Duration wait = limits.minWait().multipliedBy(1L << doublings);
        return wait.compareTo(limits.maxWait()) > 0 ? limits.maxWait() : wait;
    }

    private boolean timedOut() {
        return limits.timeout().isPresent()
                && elapsed().compareTo(limits.timeout().get()) >= 0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(env.nanoTime() - startNanos);
    }

    /** Retries so far. */
    int count() {
        return retries;
    }

    /** Why there is no further attempt, for errors. */
    String describe() {
        return (interrupted ? "interrupted after " : "given up after ") + retries + " retries in "
                + elapsed().toMillis() + " ms (commit.max-retries=" + limits.maxRetries() + ", commit.timeout="
                + limits.timeout().map(Duration::toString).orElse("none") + ")";
    }
}

package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import java.time.Duration;

/**
 * How often and how fast a table that fails is tried again.
 *
 * @param maxFailures failures without a commit between them after which the task gives up, at least 1
 * @param firstWait about how long to wait after the first failure; doubles with each
 * @param longestWait upper bound of a wait
 */
public record RetryLimits(int maxFailures, Duration firstWait, Duration longestWait) {
    /** About five minutes until a store that stays away ends the task. */
    public static final RetryLimits DEFAULT = new RetryLimits(10, Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final int MAX_DOUBLINGS = 20;

    public RetryLimits {
        Check.argument(maxFailures >= 1, "maxFailures is %s", maxFailures);
    }

    /** The wait after this many failures: exponential, bounded, and jittered down to half so that tasks do not march in step. */
    Duration waitAfter(int failures, Env env) {
        long doubled = firstWait.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long full = Math.max(1, Math.min(doubled, longestWait.toMillis()));
        return Duration.ofMillis(full - env.nextLong(full / 2 + 1));
    }
}

package dev.varve.connect.sink;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import java.time.Duration;

/**
 * How long and how fast a table that fails is tried again.
 *
 * @param timeout how long a table may fail without a commit until the task gives up; zero gives up at the first failure
 * @param firstWait about how long to wait after the first failure; doubles with each
 * @param longestWait upper bound of a wait
 */
public record RetryLimits(Duration timeout, Duration firstWait, Duration longestWait) {
    private static final int MAX_DOUBLINGS = 20;

    public RetryLimits {
        requireNonNull(timeout, "timeout is null");
        requireNonNull(firstWait, "firstWait is null");
        requireNonNull(longestWait, "longestWait is null");
        Check.argument(!timeout.isNegative(), "timeout is %s", timeout);
    }

    /** The waits that every task makes, for as long as its settings say. */
    public static RetryLimits within(Duration timeout) {
        return new RetryLimits(timeout, Duration.ofSeconds(1), Duration.ofMinutes(1));
    }

    /** The wait after this many failures: exponential, bounded, and jittered down to half so that tasks do not march in step. */
    Duration waitAfter(int failures, Env env) {
        long doubled = firstWait.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long full = Math.max(1, Math.min(doubled, longestWait.toMillis()));
        return Duration.ofMillis(full - env.nextLong(full / 2 + 1));
    }
}

package dev.varve.table.compact;

import dev.varve.table.env.Env;
import java.time.Duration;

/**
 * How long to wait after failures in a row: twice as long each time up to a bound, of which a random half is left out, so that
 * writers that failed together do not come back together.
 *
 * @param first wait after one failure
 * @param longest bound
 */
record Backoff(Duration first, Duration longest) {
    static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private static final int MAX_DOUBLINGS = 20;

    /**
     * @param failures in a row, from 1
     */
    Duration after(int failures, Env env) {
        Duration wait = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        long nanos = (wait.compareTo(longest) < 0 ? wait : longest).toNanos();
        return Duration.ofNanos(nanos / 2 + env.nextLong(nanos / 2 + 1));
    }
}

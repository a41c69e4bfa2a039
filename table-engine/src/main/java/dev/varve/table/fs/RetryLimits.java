package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import java.time.Duration;

/**
 * How long a failed request to a store is tried again.
 *
 * @param attempts tries in all, at least 1
 * @param firstWait longest wait before the second try; doubled for each further one. The real wait is between half of it and all
 *     of it, so that many clients of a store in trouble do not come back at one moment
 * @param longestWait where the doubling ends
 * @param deadline no wait begins or ends later than this after the first try
 */
public record RetryLimits(int attempts, Duration firstWait, Duration longestWait, Duration deadline) {
    /** For stores whose clients retry by themselves: a second line, short enough for a poll loop. */
    public static final RetryLimits DEFAULT =
            new RetryLimits(5, Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofSeconds(15));

    public RetryLimits {
        requireNonNull(firstWait, "firstWait is null");
        requireNonNull(longestWait, "longestWait is null");
        requireNonNull(deadline, "deadline is null");
        Check.argument(attempts >= 1, "at least one attempt is needed, got %s", attempts);
        Check.argument(
                firstWait.toMillis() >= 1 && longestWait.compareTo(firstWait) >= 0,
                "waits must grow from at least a millisecond, got %s to %s",
                firstWait,
                longestWait);
    }

    /** The longest wait after this many failed tries, from 1. */
    Duration waitAfter(int failures) {
        Duration wait = firstWait;
        for (int i = 1; i < failures && wait.compareTo(longestWait) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(longestWait) < 0 ? wait : longestWait;
    }
}

package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.option.TableOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a commit goes on after others were faster (table options {@code commit.*}).
 *
 * @param maxRetries attempts after the first one
 * @param timeout after which no further attempt begins, none by default
 * @param minWait before the first retry; doubled for every further one
 * @param maxWait at which it stops growing
 */
public record RetryLimits(int maxRetries, Optional<Duration> timeout, Duration minWait, Duration maxWait) {
    public RetryLimits {
        requireNonNull(timeout, "timeout is null");
        requireNonNull(minWait, "minWait is null");
        requireNonNull(maxWait, "maxWait is null");
        Check.argument(maxRetries >= 0, "%s retries", maxRetries);
    }

    public static RetryLimits of(TableOptions options) {
        return new RetryLimits(
                options.commitMaxRetries(),
                options.commitTimeout(),
                options.commitMinRetryWait(),
                options.commitMaxRetryWait());
    }

    Retries begin(Env env) {
        return new Retries(this, env);
    }
}

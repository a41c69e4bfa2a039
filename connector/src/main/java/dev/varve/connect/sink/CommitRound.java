package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import dev.varve.table.error.StorageException;
import java.time.Duration;
import java.util.Optional;

/**
 * One round of commits of all tables. Where the store is away, each call of it takes as long as its client tries, and a task with
 * hundreds of tables would stay away from its group for as many times that. So after a while a round in which the store has failed goes
 * on to no further table: what those have pending is delivered again. Safe for use by several threads.
 */
final class CommitRound {
    /** Well below {@code max.poll.interval.ms}, five minutes by default. */
    static final Duration LIMIT = Duration.ofMinutes(1);

    private final Env env;
    private final long startNanos;
    private Optional<StorageException> failure = Optional.empty();

    CommitRound(Env env) {
        this.env = env;
        this.startNanos = env.nanoTime();
    }

    /** Why no further table should be tried, if so. */
    synchronized Optional<StorageException> stopped() {
        return env.nanoTime() - startNanos >= LIMIT.toNanos() ? failure : Optional.empty();
    }

    /** A table is done. */
    synchronized CommitOutcome note(CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Failed failed && failed.error() instanceof StorageException storage) {
            failure = Optional.of(storage);
        }
        return outcome;
    }
}

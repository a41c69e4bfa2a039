package dev.varve.connect.sink;

import dev.varve.table.env.Env;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Asks the worker for a commit once something has waited for the commit interval. Confined to the task's thread. */
final class CommitCadence {
    private final SinkTaskContext context;
    private final Env env;
    private final Optional<Duration> interval;
    private OptionalLong waitingSinceNanos = OptionalLong.empty();

    CommitCadence(SinkTaskContext context, Env env, Optional<Duration> interval) {
        this.context = context;
        this.env = env;
        this.interval = interval;
    }

    /** To be called at the end of every {@code put}. */
    void afterPut(boolean pending) {
        if (interval.isEmpty()) {
            return;
        }
        if (!pending) {
            waitingSinceNanos = OptionalLong.empty();
            return;
        }
        if (waitingSinceNanos.isEmpty()) {
            waitingSinceNanos = OptionalLong.of(env.nanoTime());
        }
        Duration waited = Duration.ofNanos(env.nanoTime() - waitingSinceNanos.getAsLong());
        Duration remaining = interval.get().minus(waited);
        if (remaining.isNegative() || remaining.isZero()) {
            context.requestCommit();
        } else {
            context.timeout(Math.max(1, remaining.toMillis()));
        }
    }

    /** Everything that waited has been committed or dropped. */
    void committed() {
        waitingSinceNanos = OptionalLong.empty();
    }
}

package dev.varve.connect.sink;

import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.TableId;
import dev.varve.table.env.Env;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What fails, since when, and whether there is use in trying again. A table's failures are one streak until it commits; the task is in
 * trouble while there is a streak. Going into trouble and out of it are each one warning in the log and a change of the metrics;
 * what happens in between is told at a lower level. Confined to the task's thread.
 */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final TaskSettings settings;
    private final RetryLimits limits;
    private final Env env;
    private final TaskMetrics metrics;
    private final Map<TableId, Streak> streaks = new HashMap<>();
    private OptionalLong troubleSinceNanos = OptionalLong.empty();
    private boolean landedBefore;

    private static final class Streak {
        private final long firstNanos;
        private long lastNanos;
        private int count;

        Streak(long nanos) {
            this.firstNanos = nanos;
        }
    }

    Failures(TaskSettings settings, Env env, TaskMetrics metrics) {
        this.settings = settings;
        this.limits = settings.retries();
        this.env = env;
        this.metrics = metrics;
    }

    /** The table has committed. */
    void landed(TableId table) {
        landedBefore = true;
        end(table);
    }

    /** Whether something has failed and has not worked since. */
    boolean any() {
        return !streaks.isEmpty();
    }

    /** Failures since the table's last commit. */
    int count(TableId table) {
        Streak streak = streaks.get(table);
        return streak == null ? 0 : streak.count;
    }

    /**
     * Whether this may pass while the task waits: by itself, or, once the task has landed something, because somebody renews
     * credentials or makes room. Before that a refusal means that the settings are wrong.
     */
    boolean mayPass(TableException error) {
        boolean refused = error instanceof StorageException storage && storage.kind() == StorageException.Kind.REFUSED;
        return error.retryable() || (refused && landedBefore);
    }

    /**
     * The table has failed.
     *
     * @return how long to wait before trying again
     * @throws ConnectException if there is no use in trying again
     */
    Duration failed(TableId table, TableException error) {
        long now = env.nanoTime();
        Streak streak = streaks.computeIfAbsent(table, id -> new Streak(now));
        streak.lastNanos = now;
        streak.count++;
        if (!mayPass(error)) {
            throw new ConnectException("table " + table + ": " + error.getMessage(), error);
        }
        Duration lasted = Duration.ofNanos(now - streak.firstNanos);
        Duration left = limits.timeout().minus(lasted);
        if (left.isZero() || left.isNegative()) {
            throw gaveUp(table, streak, lasted, error);
        }
        Duration wait = limits.waitAfter(streak.count, env);
        report(table, streak, error);
        return wait.compareTo(left) < 0 ? wait : left;
    }

    private ConnectException gaveUp(TableId table, Streak streak, Duration lasted, TableException last) {
        return new ConnectException(
                "table " + table + ": gave up after " + streak.count + " failures in " + lasted.toSeconds()
                        + " s without a commit between them, retry.timeout.ms="
                        + limits.timeout().toMillis()
                        + ". Nothing is lost: a restarted task goes on from the table's offsets. See to the store, or let"
                        + " tasks wait longer for it. The last failure: " + last.getMessage(),
                last);
    }

    private void report(TableId table, Streak streak, TableException error) {
        if (troubleSinceNanos.isEmpty()) {
            troubleSinceNanos = OptionalLong.of(env.nanoTime());
            metrics.troubleBegins();
            LOG.warn(
                    "task={} table={} fails; partitions are paused and tried again for up to retry.timeout.ms={}",
                    settings.taskName(),
                    table,
                    limits.timeout().toMillis(),
                    error);
        } else {
            LOG.info(
                    "task={} table={} failures={} reason=\"{}\"",
                    settings.taskName(),
                    table,
                    streak.count,
                    error.getMessage());
        }
    }

    /**
     * Commits are done, and nothing waits to be delivered again: tables that have not failed for a while and have nothing pending
     * do not fail any more. What they failed at may have been landed by another task, or need no commit.
     *
     * @param pending tables with something pending
     */
    void settle(Set<TableId> pending) {
        long quietNanos = limits.longestWait().multipliedBy(2).toNanos();
        long now = env.nanoTime();
        streaks.entrySet().stream()
                .filter(entry -> now - entry.getValue().lastNanos > quietNanos)
                .map(Map.Entry::getKey)
                .filter(table -> !pending.contains(table))
                .toList()
                .forEach(this::end);
    }

    private void end(TableId table) {
        Streak ended = streaks.remove(table);
        if (ended != null && streaks.isEmpty() && troubleSinceNanos.isPresent()) {
            Duration lasted = Duration.ofNanos(env.nanoTime() - troubleSinceNanos.getAsLong());
            troubleSinceNanos = OptionalLong.empty();
            metrics.troubleEnds(lasted);
            LOG.warn("task={} goes on: all tables work again after ms={}", settings.taskName(), lasted.toMillis());
        }
    }
}

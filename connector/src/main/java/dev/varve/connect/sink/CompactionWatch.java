package dev.varve.connect.sink;

import dev.varve.connect.metric.TaskMetrics;
import dev.varve.table.CompactionBacklog;
import dev.varve.table.env.Env;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether compaction keeps up. Once a bucket that the task writes to or compacts has reached its stop trigger, no more records are
 * wanted until it is below it again; meanwhile a commit is asked for as soon as a compaction is done. It ends for certain: a bucket
 * of this task is compacted by it, and one whose owner is gone is taken over by its writers once that has been due for a minute. Only a store that fails
 * for good holds records back for good, and that is a warning every minute. Confined to the task's thread.
 */
final class CompactionWatch {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionWatch.class);

    private static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

    private final TaskSettings settings;
    private final OpenTables tables;
    private final SinkTaskContext context;
    private final Env env;
    private final TaskMetrics metrics;
    private OptionalLong behindSinceNanos = OptionalLong.empty();
    private long lastLookNanos;
    private long lastWarningNanos;

    CompactionWatch(TaskSettings settings, OpenTables tables, SinkTaskContext context, Env env, TaskMetrics metrics) {
        this.settings = settings;
        this.tables = tables;
        this.context = context;
        this.env = env;
        this.metrics = metrics;
    }

    /** Whether records must be held back now; to be asked at the end of every {@code put}. */
    boolean isBehind() {
        List<TableSink> behind = behind();
        if (!behind.isEmpty()) {
            lookAgain(behind);
            behind = behind();
        }
        long now = env.nanoTime();
        if (behind.isEmpty()) {
            caughtUp(now);
            return false;
        }
        if (behindSinceNanos.isEmpty()) {
            behindSinceNanos = OptionalLong.of(now);
            lastWarningNanos = now;
            metrics.paused();
            LOG.info("task={} waits for compaction: {}", settings.taskName(), describe(behind));
        } else if (now - lastWarningNanos >= WARN_INTERVAL.toNanos()) {
            lastWarningNanos = now;
            LOG.warn(
                    "task={} has waited for compaction for ms={}: {}",
                    settings.taskName(),
                    Duration.ofNanos(now - behindSinceNanos.getAsLong()).toMillis(),
                    describe(behind));
        }
        if (behind.stream().anyMatch(TableSink::hasCompactions)) {
            context.requestCommit();
        }
        return true;
    }

    private List<TableSink> behind() {
        return tables.all().stream()
                .filter(table -> table.backlog().isStopped())
                .toList();
    }

    /** Others may have compacted meanwhile; looking costs a few calls of the store. */
    private void lookAgain(List<TableSink> behind) {
        long now = env.nanoTime();
        if (behindSinceNanos.isPresent() && now - lastLookNanos >= Backpressure.POLL.toNanos()) {
            behind.forEach(TableSink::considerCompactions);
            lastLookNanos = now;
        }
    }

    private void caughtUp(long now) {
        if (behindSinceNanos.isPresent()) {
            Duration waited = Duration.ofNanos(now - behindSinceNanos.getAsLong());
            metrics.resumed(waited);
            LOG.info("task={} goes on, compaction has caught up in ms={}", settings.taskName(), waited.toMillis());
            behindSinceNanos = OptionalLong.empty();
        }
    }

    private static String describe(List<TableSink> behind) {
        StringBuilder text = new StringBuilder();
        for (TableSink table : behind) {
            CompactionBacklog backlog = table.backlog();
            text.append(text.isEmpty() ? "" : ", ")
                    .append("table=")
                    .append(table.id())
                    .append(" runs=")
                    .append(backlog.worstRuns())
                    .append(" stop=")
                    .append(backlog.stopRuns());
        }
        return text.toString();
    }
}

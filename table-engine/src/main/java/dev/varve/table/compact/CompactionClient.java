package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.manifest.BucketId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One table writer's share of the {@link CompactionExecutor}. Safe for use by several threads; all of its state is guarded by the
 * executor.
 */
public final class CompactionClient implements AutoCloseable {
    final String table;
    final Map<BucketId, BucketTask> waiting = new HashMap<>();
    final Map<BucketId, BucketTask> running = new HashMap<>();
    private final CompactionExecutor executor;
    private final CompactionJob job;
    private final Env env;
    private boolean closed;
    private long finished;
    private long failed;
    private long conflicts;
    private long bytesRead;
    private long bytesWritten;
    private long nanos;

    CompactionClient(CompactionExecutor executor, String table, CompactionJob job, Env env) {
        this.executor = executor;
        this.table = requireNonNull(table, "table is null");
        this.job = requireNonNull(job, "job is null");
        this.env = env;
    }

    /**
     * Has a bucket compacted when a thread is free and no more urgent bucket waits. A bucket that waits already gets the new
     * urgency.
     *
     * @param urgency sorted runs in relation to the compaction trigger, say; the larger, the sooner
     * @return false if too many buckets wait
     */
    public boolean offer(BucketId bucket, double urgency) {
        return executor.offer(this, bucket, urgency);
    }

    /** Has those buckets compacted, too, whose wait after a failure has passed. */
    public void wake() {
        executor.wake();
    }

    /** Takes a bucket back: it does not wait any more, and if it is being compacted, that is cancelled and waited for. */
    public void withdraw(BucketId bucket) {
        executor.withdraw(this, bucket);
    }

    /** Counts a compaction that the client did by itself. */
    public void count(CompactionResult result, Duration time) {
        synchronized (executor) {
            add(Optional.of(result), time.toNanos());
        }
    }

    /** Counts a compaction that was lost to somebody else. */
    public void countConflict() {
        synchronized (executor) {
            conflicts++;
        }
    }

    /** How the client's compactions stand now. */
    public CompactionCounts counts() {
        synchronized (executor) {
            return new CompactionCounts(
                    waiting.size(),
                    running.size(),
                    finished,
                    failed,
                    conflicts,
                    bytesRead,
                    bytesWritten,
                    Duration.ofNanos(nanos));
        }
    }

    /** Runs the task, on a compaction thread. */
    void run(BucketTask task) {
        long start = env.nanoTime();
        boolean failure = true;
        Optional<CompactionResult> result = Optional.empty();
        try {
            result = job.compact(task.bucket, task);
            failure = false;
        } finally {
            synchronized (executor) {
                failed += failure ? 1 : 0;
                add(result, env.nanoTime() - start);
            }
        }
    }

    private void add(Optional<CompactionResult> result, long took) {
        nanos += took;
        if (result.isPresent()) {
            finished++;
            bytesRead += result.get().bytesRead();
            bytesWritten += result.get().bytesWritten();
        }
    }

    boolean isClosed() {
        return closed;
    }

    void markClosed() {
        closed = true;
    }

    /**
     * Forgets what waits, cancels what runs, and waits until it has ended. A task that does not end soon, because its store does
     * not answer, deletes what it wrote when it goes on.
     */
    @Override
    public void close() {
        executor.close(this);
    }
}

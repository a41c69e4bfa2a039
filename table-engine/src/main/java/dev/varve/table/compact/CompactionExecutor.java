package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.Check;
import dev.varve.table.error.TableException;
import dev.varve.table.manifest.BucketId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which bucket of which table is compacted next, on a few threads that all tables of an engine share.
 *
 * <pre>
 * offer(bucket, urgency) ─→ waiting: most urgent first ─→ running: one task a bucket ─→ the client's job plans, then compacts
 *                              ↑ failed: after a wait that grows with each failure in a row
 * </pre>
 *
 * <ol>
 *   <li>What waits is a bucket, not a plan: the plan is made when a thread takes the bucket, from what is live then. So urgency
 *       can change while it waits, and nothing that waits goes stale.
 *   <li>At most {@link #MAX_WAITING} buckets wait; further ones are refused, and offered again by their clients.
 *   <li>A bucket has one task at most.
 *   <li>There is no timer: a bucket whose wait after a failure has passed is taken when a client offers a bucket or {@linkplain
 *       CompactionClient#wake wakes} the executor, or by a thread that has just finished another. Clients do so with every
 *       commit.
 * </ol>
 *
 * <p>Guarded by {@code this}; jobs run outside.
 */
public final class CompactionExecutor implements AutoCloseable {
    /** Buckets that wait at most, of all tables together: about ten megabytes. */
    static final int MAX_WAITING = 65_536;

    private static final Logger LOG = LoggerFactory.getLogger(CompactionExecutor.class);

    private static final long POLL_MILLIS = 100;

    /** Polls until a task that does not end is left to itself: half a minute. */
    private static final int MAX_POLLS = 300;

    private final Executor threads;
    private final int parallelism;
    private final Env env;
    private final int maxWaiting;
    private final Backoff backoff;
    private final List<CompactionClient> clients = new ArrayList<>();
    private int workers;
    private int waiting;
    private long nextOrder;

    /**
     * @param threads runs workers; it is asked for no more than {@code parallelism} of them at a time
     * @param parallelism buckets compacted at a time
     */
    public CompactionExecutor(Executor threads, int parallelism, Env env) {
        this(threads, parallelism, env, MAX_WAITING, Backoff.DEFAULT);
    }

    CompactionExecutor(Executor threads, int parallelism, Env env, int maxWaiting, Backoff backoff) {
        this.threads = requireNonNull(threads, "threads is null");
        this.env = requireNonNull(env, "env is null");
        this.backoff = requireNonNull(backoff, "backoff is null");
        Check.argument(parallelism >= 1, "parallelism %s", parallelism);
        this.parallelism = parallelism;
        this.maxWaiting = maxWaiting;
    }

    /**
     * Admits a table writer.
     *
     * @param table how logs name the table
     * @param job compacts its buckets
     */
    public synchronized CompactionClient register(String table, CompactionJob job) {
        CompactionClient client = new CompactionClient(this, table, job, env);
        clients.add(client);
        return client;
    }

    boolean offer(CompactionClient client, BucketId bucket, double urgency) {
        boolean taken;
        synchronized (this) {
            Check.that(!client.isClosed(), "the writer of table %s is closed", client.table);
            taken = enqueue(client, bucket, urgency);
        }
        wake();
        return taken;
    }

    /** Starts threads for what is ready and has none. */
    void wake() {
        int start;
        synchronized (this) {
            start = missingWorkers();
            workers += start;
        }
        for (int i = 0; i < start; i++) {
            startWorker();
        }
    }

    private boolean enqueue(CompactionClient client, BucketId bucket, double urgency) {
        BucketTask running = client.running.get(bucket);
        if (running != null) {
            running.offeredAgain = true;
            running.urgency = urgency;
            return true;
        }
        BucketTask known = client.waiting.get(bucket);
        if (known != null) {
            known.urgency = urgency;
            return true;
        }
        if (waiting >= maxWaiting) {
            return false;
        }
        addWaiting(new BucketTask(client, bucket, nextOrder++, urgency, env.nanoTime()));
        return true;
    }

    private void addWaiting(BucketTask task) {
        task.client.waiting.put(task.bucket, task);
        waiting++;
    }

    private void removeWaiting(BucketTask task) {
        task.client.waiting.remove(task.bucket);
        waiting--;
    }

    private int missingWorkers() {
        if (workers >= parallelism) {
            return 0; // the usual answer, without a look at all that wait
        }
        long now = env.nanoTime();
        int running = 0;
        int ready = 0;
        for (CompactionClient client : clients) {
            running += client.running.size();
            for (BucketTask task : client.waiting.values()) {
                ready += task.isReady(now) ? 1 : 0;
            }
        }
        return Math.max(0, Math.min(parallelism, running + ready) - workers);
    }

    private void startWorker() {
        try {
            threads.execute(this::workOff);
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                workers--;
            }
            LOG.debug("no thread for a compaction", e);
        }
    }

    /** Compacts buckets until none is ready. */
    private void workOff() {
        boolean ended = false;
        try {
            for (Optional<BucketTask> task = take(); task.isPresent(); task = take()) {
                run(task.get());
            }
            ended = true;
        } finally {
            if (!ended) {
                synchronized (this) {
                    workers--;
                }
            }
        }
    }

    /** The most urgent bucket that is ready; if there is none, the worker's end is noted. */
    private synchronized Optional<BucketTask> take() {
        long now = env.nanoTime();
        BucketTask best = null;
        for (CompactionClient client : clients) {
            for (BucketTask task : client.waiting.values()) {
                if (task.isReady(now) && (best == null || task.isBefore(best))) {
                    best = task;
                }
            }
        }
        if (best == null) {
            workers--;
            return Optional.empty();
        }
        removeWaiting(best);
        best.client.running.put(best.bucket, best);
        return Optional.of(best);
    }

    private void run(BucketTask task) {
        boolean done = false;
        Optional<Duration> retry = Optional.empty();
        try {
            task.client.run(task);
            done = true;
        } catch (RuntimeException e) {
            retry = Optional.of(backoff.after(task.failures + 1, env));
            report(task, retry.get(), e);
            done = true;
        } finally {
            // An Error ends the worker; the bucket must not look as if it were still running.
            finish(task, done ? retry : Optional.empty());
        }
    }

    /** Nothing is lost by a failure: rows are where they were. */
    private static void report(BucketTask task, Duration wait, RuntimeException failure) {
        String message =
                "compaction failed, the table is as it was: table={} bucket={} failures={} again-in-ms={} reason=\"{}\"";
        if (failure instanceof TableException) {
            LOG.warn(message, task.client.table, task.bucket, task.failures + 1, wait.toMillis(), failure.getMessage());
        } else {
            LOG.error(
                    message,
                    task.client.table,
                    task.bucket,
                    task.failures + 1,
                    wait.toMillis(),
                    failure.getMessage(),
                    failure);
        }
    }

    private synchronized void finish(BucketTask task, Optional<Duration> retry) {
        task.client.running.remove(task.bucket);
        boolean wanted = !task.client.isClosed() && !task.getAsBoolean();
        if (wanted && retry.isPresent()) {
            task.failures++;
            task.notBeforeNanos = env.nanoTime() + retry.get().toNanos();
            addWaiting(task);
        } else if (wanted && task.offeredAgain) {
            addWaiting(new BucketTask(task.client, task.bucket, nextOrder++, task.urgency, env.nanoTime()));
        }
        notifyAll();
    }

    synchronized void withdraw(CompactionClient client, BucketId bucket) {
        BucketTask known = client.waiting.get(bucket);
        if (known != null) {
            removeWaiting(known);
        }
        BucketTask active = client.running.get(bucket);
        if (active != null) {
            active.cancel();
            await(() -> !client.running.containsKey(bucket));
        }
    }

    synchronized void close(CompactionClient client) {
        client.markClosed();
        waiting -= client.waiting.size();
        client.waiting.clear();
        client.running.values().forEach(BucketTask::cancel);
        clients.remove(client);
        if (!await(client.running::isEmpty)) {
            LOG.warn(
                    "compactions do not end, the store may be hanging; they delete their files when it answers: table={} buckets={}",
                    client.table,
                    client.running.keySet());
        }
    }

    /** Waits on {@code this} for something that running tasks bring about soon; false if they do not. */
    private boolean await(BooleanSupplier condition) {
        boolean interrupted = false;
        for (int i = 0; i < MAX_POLLS && !condition.getAsBoolean(); i++) {
            try {
                wait(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return condition.getAsBoolean();
    }

    /** Closes all clients. */
    @Override
    public void close() {
        List<CompactionClient> open;
        synchronized (this) {
            open = List.copyOf(clients);
        }
        open.forEach(CompactionClient::close);
    }
}

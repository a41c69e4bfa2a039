package dev.varve.connect.sink;

import dev.varve.table.error.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Lets a task work on several of its tables at a time: a commit is mostly waiting for the store, and commits of different tables have
 * nothing to do with each other. The task's thread takes part and goes on when all tables are done, so what is confined to it
 * stays so: it only lends each table to one thread for a while.
 */
public final class CommitThreads implements AutoCloseable {
    /** Everything on the task's thread, in order: for tests that must be repeatable. */
    public static final CommitThreads NONE = new CommitThreads(1, Runnable::run, () -> {});

    private static final long IDLE_SECONDS = 30;

    private final int tables;
    private final Executor helpers;
    private final Runnable shutdown;

    private CommitThreads(int tables, Executor helpers, Runnable shutdown) {
        this.tables = tables;
        this.helpers = helpers;
        this.shutdown = shutdown;
    }

    /**
     * Threads for a task.
     *
     * @param name of the task, for the threads' names
     * @param tables how many are worked on at a time, at least 1; the task's own thread works on one of them
     */
    public static CommitThreads start(String name, int tables) {
        Check.argument(tables >= 1, "tables %s", tables);
        if (tables == 1) {
            return NONE;
        }
        var numbers = new AtomicInteger();
        var pool = new ThreadPoolExecutor(
                tables - 1, tables - 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(tables), work -> {
                    Thread thread = Executors.defaultThreadFactory().newThread(work);
                    thread.setName("varve-commit-" + name + "-" + numbers.incrementAndGet());
                    thread.setDaemon(true);
                    // Libraries look for their parts through this loader; a worker's own would not find them in our
                    // plugin.
                    thread.setContextClassLoader(CommitThreads.class.getClassLoader());
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return new CommitThreads(tables, pool, pool::shutdownNow);
    }

    /**
     * Does the same with every table and waits until that is done. After a failure no further table is begun.
     *
     * @return what came of each, in the tables' order
     * @throws RuntimeException the first that was thrown
     */
    <T, R> Map<T, R> each(List<T> all, Function<T, R> work) {
        var round = new Round<>(all, work);
        var helping = new ArrayList<CompletableFuture<Void>>();
        for (int i = 1; i < Math.min(tables, all.size()); i++) {
            helping.add(CompletableFuture.runAsync(round, helpers));
        }
        round.run();
        helping.forEach(CompletableFuture::join);
        return round.results();
    }

    /** The tables that are still to be taken, and what came of the others. Safe for use by several threads. */
    private static final class Round<T, R> implements Runnable {
        private final List<T> all;
        private final Function<T, R> work;
        private final Queue<T> waiting;
        private final Map<T, R> results = new ConcurrentHashMap<>();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Round(List<T> all, Function<T, R> work) {
            this.all = List.copyOf(all);
            this.work = work;
            this.waiting = new ConcurrentLinkedQueue<>(all);
        }

        @Override
        public void run() {
            while (failure.get() == null) {
                T table = waiting.poll();
                if (table == null) {
                    return;
                }
                try {
                    results.put(table, work.apply(table));
                } catch (RuntimeException | Error e) {
                    if (!failure.compareAndSet(null, e)) {
                        failure.get().addSuppressed(e);
                    }
                }
            }
        }

        Map<T, R> results() {
            Throwable first = failure.get();
            if (first instanceof Error error) {
                throw error;
            }
            if (first != null) {
                throw (RuntimeException) first;
            }
            var ordered = new LinkedHashMap<T, R>();
            all.forEach(table -> ordered.put(table, results.get(table)));
            return ordered;
        }
    }

    /** Nothing may be going on. */
    @Override
    public void close() {
        shutdown.run();
    }
}

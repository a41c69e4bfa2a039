package dev.varve.table.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs what it is given when a test says so, on the test's thread. Safe for use by several threads; guarded by {@code this}. */
public final class ManualExecutor implements Executor {
    private final Deque<Runnable> work = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable command) {
        work.add(command);
    }

    /** Pieces of work that wait. */
    public synchronized int waiting() {
        return work.size();
    }

    private synchronized Runnable take() {
        return work.poll();
    }

    /** Runs what waits and what that asks for, until nothing is left. */
    public void runAll() {
        for (Runnable next = take(); next != null; next = take()) {
            next.run();
        }
    }
}

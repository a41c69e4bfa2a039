package dev.varve.table.env;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Independent pieces of work done by several threads at a time, of which the caller's is one: an executor that is busy or full
 * makes it slower, never stuck. Guarded by its own lock.
 */
public final class ParallelWork {
    private final List<? extends Runnable> pieces;
    private int next;
    private int unfinished;
    private Throwable failure;

    private ParallelWork(List<? extends Runnable> pieces) {
        this.pieces = pieces;
        this.unfinished = pieces.size();
    }

    /**
     * Does all pieces, each once, and returns when none is running any more. After a failure no further piece begins; the first
     * failure is thrown, with others attached.
     *
     * @param parallelism threads at most
     */
    public static void run(List<? extends Runnable> pieces, Executor executor, int parallelism) {
        ParallelWork work = new ParallelWork(new ArrayList<>(pieces));
        for (int helpers = Math.min(parallelism, pieces.size()) - 1; helpers > 0; helpers--) {
            try {
                executor.execute(work::workOff);
            } catch (RejectedExecutionException e) {
                break;
            }
        }
        work.workOff();
        work.awaitAll();
    }

    private void workOff() {
        for (Runnable piece = take(); piece != null; piece = take()) {
            Throwable thrown = null;
            try {
                piece.run();
            } catch (RuntimeException | Error e) {
                thrown = e;
            }
            finish(thrown);
        }
    }

    private synchronized Runnable take() {
        if (failure != null) {
            unfinished -= pieces.size() - next;
            next = pieces.size();
            notifyAll();
        }
        return next < pieces.size() ? pieces.get(next++) : null;
    }

    private synchronized void finish(Throwable thrown) {
        unfinished--;
        if (thrown != null && failure == null) {
            failure = thrown;
        } else if (thrown != null && thrown != failure) {
            failure.addSuppressed(thrown);
        }
        notifyAll();
    }

    private void awaitAll() {
        boolean interrupted = false;
        synchronized (this) {
            while (unfinished > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // Pieces write files; leaving them running would let files appear after the caller has cleaned up.
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}

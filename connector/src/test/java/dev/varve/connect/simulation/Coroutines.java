package dev.varve.connect.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/**
 * Steps that can stop in the middle and go on later. Each runs on a thread of its own, but only one thread runs at any time: the
 * scheduler waits until the step it has resumed pauses or ends. So a history is as deterministic as on one thread, and steps of
 * several processes can be interleaved in any order.
 */
final class Coroutines implements AutoCloseable {
    private final Semaphore scheduler = new Semaphore(0);
    private final Deque<Carrier> idle = new ArrayDeque<>();
    private final Deque<Carrier> all = new ArrayDeque<>();
    private Carrier current;

    /** A step on its way. */
    final class Coroutine {
        private final Carrier carrier;
        private boolean ended;
        private Throwable failure;

        private Coroutine(Carrier carrier) {
            this.carrier = carrier;
        }

        boolean hasEnded() {
            return ended;
        }

        /** Runs on to the next pause or the end. Throws what the step throws. */
        void resume() {
            Carrier before = current;
            current = carrier;
            carrier.go.release();
            scheduler.acquireUninterruptibly();
            current = before;
            if (ended) {
                idle.push(carrier);
                rethrow();
            }
        }

        private void rethrow() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }

    /** A thread that carries one step after the other. */
    private final class Carrier extends Thread {
        private final Semaphore go = new Semaphore(0);
        private Runnable step;
        private Coroutine coroutine;

        Carrier() {
            super("coroutine");
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                go.acquireUninterruptibly();
                if (step == null) {
                    return;
                }
                try {
                    step.run();
                } catch (Throwable e) { // handed to the scheduler, whatever it is
                    coroutine.failure = e;
                }
                coroutine.ended = true;
                scheduler.release();
            }
        }
    }

    /** Makes a step that begins with the first {@link Coroutine#resume}. */
    Coroutine create(Runnable step) {
        Carrier carrier = idle.poll();
        if (carrier == null) {
            carrier = new Carrier();
            carrier.start();
            all.add(carrier);
        }
        carrier.step = step;
        carrier.coroutine = new Coroutine(carrier);
        return carrier.coroutine;
    }

    /** Whether the caller is a step that can pause. */
    boolean canPause() {
        return current != null && Thread.currentThread() == current;
    }

    /** Gives the turn back to the scheduler until the step is resumed. */
    void pause() {
        Carrier me = current;
        scheduler.release();
        me.go.acquireUninterruptibly();
    }

    /** Ends the threads that carry nothing. Steps that have not ended are left where they are. */
    @Override
    public void close() {
        for (Carrier carrier : idle) {
            carrier.step = null;
            carrier.go.release();
        }
        idle.clear();
    }
}

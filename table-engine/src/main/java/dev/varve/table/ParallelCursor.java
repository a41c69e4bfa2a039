package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.scan.Split;
import dev.varve.table.type.RowType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of several splits, read ahead by an executor's threads. Rows of one split come in order, those of different splits mixed.
 *
 * <p>A <em>lane</em> reads one split after another in batches of copied rows. It stops at {@link #BATCHES_AHEAD} batches that the
 * caller has not taken, so that memory is bounded by lanes × batches × {@link #BATCH_BYTES}, but for single rows that are larger.
 * No thread ever waits for the caller: a lane that is ahead gives its thread back, and asks for one again when a batch is taken.
 * And the caller never waits for work that nobody does: finding no batch, it works for a lane that still waits for a thread. So an
 * executor that is busy, full, or runs everything on the caller's own thread makes the read slower, never stuck.
 *
 * <p>The cursor is confined to one thread; what it shares with lanes is guarded by {@link #lock}.
 */
final class ParallelCursor implements RowCursor {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelCursor.class);

    static final int BATCHES_AHEAD = 2;
    static final int BATCH_ROWS = 1024;
    static final int BATCH_BYTES = 1 << 20;

    private final SplitRead read;
    private final Executor executor;
    private final Object lock = new Object();

    // Guarded by lock; closed may be read without it.
    private final Iterator<Split> splits;
    private final Deque<Batch> ready = new ArrayDeque<>();
    private final List<Lane> lanes = new ArrayList<>();
    private Throwable failure;
    private long reports;
    private volatile boolean closed;

    // The caller's own.
    private List<BinaryRow> batch = List.of();
    private int position;
    private long rowsLeft;

    /** Rows that a lane has copied. */
    private record Batch(Lane lane, List<BinaryRow> rows) {}

    /** What a lane does. */
    private enum State {
        /** Has work, but no thread. */
        WAITING,
        /** Some thread works for it. */
        RUNNING,
        /** Is ahead far enough. */
        PAUSED,
        /** Has no open files and will not have any. */
        DONE
    }

    /**
     * Starts reading.
     *
     * @param limit rows at most
     * @param parallelism splits at a time, at least 1
     */
    ParallelCursor(SplitRead read, List<Split> splits, long limit, int parallelism, Executor executor) {
        this.read = requireNonNull(read, "read is null");
        this.splits = splits.iterator();
        this.executor = requireNonNull(executor, "executor is null");
        this.rowsLeft = limit;
        for (int i = Math.min(parallelism, splits.size()); i > 0; i--) {
            lanes.add(new Lane());
        }
        List.copyOf(lanes).forEach(Lane::askForThread);
    }

    @Override
    public RowType type() {
        return read.output();
    }

    @Override
    public boolean advance() {
        if (rowsLeft == 0) {
            return false;
        }
        position++;
        while (position >= batch.size()) {
            batch = nextBatch();
            position = 0;
            if (batch.isEmpty()) {
                rowsLeft = 0;
                return false;
            }
        }
        rowsLeft--;
        return true;
    }

    @Override
    public Row row() {
        return batch.get(position);
    }

    /** The next rows; none once all lanes are done. */
    private List<BinaryRow> nextBatch() {
        while (true) {
            Lane helped;
            Batch taken;
            synchronized (lock) {
                taken = ready.poll();
                helped = taken == null ? takeWaiting() : null;
                if (taken == null && helped == null) {
                    throwFailure();
                    if (allDone()) {
                        return List.of();
                    }
                    awaitReport();
                }
            }
            if (taken != null) {
                taken.lane().batchTaken();
                return taken.rows();
            }
            if (helped != null) {
                helped.work(1);
            }
        }
    }

    /** A lane that waits for a thread, which it has now; null if none does. */
    private Lane takeWaiting() {
        for (Lane lane : lanes) {
            if (lane.state == State.WAITING) {
                lane.state = State.RUNNING;
                return lane;
            }
        }
        return null;
    }

    private boolean allDone() {
        return lanes.stream().allMatch(lane -> lane.state == State.DONE);
    }

    private void throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    /** Waits, with the lock, until a running lane reports; each does so in the end, so an interrupt need not cut the wait short. */
    private void awaitReport() {
        long seen = reports;
        boolean interrupted = false;
        while (reports == seen) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all lanes, and returns when no file is open any more. */
    @Override
    public void close() {
        rowsLeft = 0;
        closed = true;
        List<Lane> idle = new ArrayList<>();
        synchronized (lock) {
            for (Lane lane : lanes) {
                if (lane.state == State.WAITING || lane.state == State.PAUSED) {
                    lane.state = State.RUNNING;
                    idle.add(lane);
                }
            }
        }
        idle.forEach(lane -> lane.work(1));
        synchronized (lock) {
            while (!allDone()) {
                awaitReport();
            }
            ready.clear();
        }
    }

    /** Reads splits until there are none left. What the lock does not guard belongs to the thread that works for the lane. */
    private final class Lane {
        private final RowSerializer serializer = new RowSerializer(read.output());
        private SplitRead.Rows rows;

        // Guarded by lock.
        private State state = State.WAITING;
        private boolean queued;
        private int ahead;

        /** Makes some thread of the executor work for this lane, unless it is asked already. */
        private void askForThread() {
            synchronized (lock) {
                if (queued || state != State.WAITING) {
                    return;
                }
                queued = true;
            }
            try {
                executor.execute(this::workOnExecutor);
            } catch (RejectedExecutionException e) {
                // The caller works for this lane as soon as it needs rows.
                synchronized (lock) {
                    queued = false;
                }
            }
        }

        private void workOnExecutor() {
            synchronized (lock) {
                queued = false;
                if (state != State.WAITING) {
                    return;
                }
                state = State.RUNNING;
            }
            work(BATCHES_AHEAD);
        }

        private void batchTaken() {
            synchronized (lock) {
                ahead--;
                if (state == State.PAUSED) {
                    state = State.WAITING;
                }
            }
            askForThread();
        }

        /** Reads until the lane is ahead or has no more, at most so many batches. The lane is RUNNING, and this thread's. */
        private void work(int batches) {
            Throwable thrown = null;
            try {
                for (int i = 1; !closed; i++) {
                    List<BinaryRow> copies = readBatch();
                    if (copies.isEmpty()) {
                        break;
                    }
                    if (!handOver(copies, i < batches)) {
                        askForThread();
                        return;
                    }
                }
                closeRows();
            } catch (RuntimeException | Error e) {
                thrown = e;
                closeRowsAfter(e);
            }
            end(thrown);
        }

        /** The next rows as copies; none at the end. */
        private List<BinaryRow> readBatch() {
            List<BinaryRow> copies = new ArrayList<>();
            long bytes = 0;
            while (copies.size() < BATCH_ROWS && bytes < BATCH_BYTES && advance()) {
                BinaryRow copy = serializer.toBinary(rows.row());
                copies.add(copy);
                bytes += copy.sizeInBytes();
            }
            return copies;
        }

        private boolean advance() {
            while (rows == null || !rows.advance()) {
                closeRows();
                Optional<Split> next = nextSplit();
                if (next.isEmpty()) {
                    return false;
                }
                rows = read.open(next.get(), () -> closed);
            }
            return true;
        }

        private Optional<Split> nextSplit() {
            synchronized (lock) {
                return closed || !splits.hasNext() ? Optional.empty() : Optional.of(splits.next());
            }
        }

        /** Gives a batch to the caller; false if this thread shall do no more. */
        private boolean handOver(List<BinaryRow> copies, boolean mayGoOn) {
            synchronized (lock) {
                ready.add(new Batch(this, copies));
                ahead++;
                if (ahead >= BATCHES_AHEAD && !closed) {
                    state = State.PAUSED;
                } else if (!mayGoOn && !closed) {
                    state = State.WAITING;
                }
                report();
                return state == State.RUNNING;
            }
        }

        private void closeRows() {
            if (rows != null) {
                SplitRead.Rows done = rows;
                rows = null;
                done.close();
            }
        }

        private void closeRowsAfter(Throwable thrown) {
            try {
                closeRows();
            } catch (RuntimeException e) {
                thrown.addSuppressed(e);
            }
        }

        private void end(Throwable thrown) {
            synchronized (lock) {
                state = State.DONE;
                if (thrown != null && failure == null) {
                    if (closed) {
                        LOG.debug("a read that was given up failed", thrown);
                    }
                    failure = thrown;
                    closed = true;
                } else if (thrown != null && thrown != failure) {
                    failure.addSuppressed(thrown);
                }
                report();
            }
        }
    }

    private void report() {
        reports++;
        lock.notifyAll();
    }
}

package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.testing.StoreCall.Operation;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One process's view of a store that fails as planned. Several of them over one {@link MemoryFileIO} are several processes: each
 * has its own faults, and its crash does not touch the others.
 *
 * <pre>
 *   MemoryFileIO store = new MemoryFileIO();
 *   FaultyFileIO io = new FaultyFileIO(store);
 *   io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_AFTER));       // committed, but nobody says so
 *
 *   // every way in which a commit can be cut off:
 *   FaultyFileIO counter = new FaultyFileIO(prepared.copy());
 *   work(counter);
 *   for (FaultPlan crash : FaultPlan.everyCrash(counter.mutations())) {
 *       MemoryFileIO store = prepared.copy();
 *       try { work(new FaultyFileIO(store).plan(crash)); } catch (SimulatedCrash expected) { }
 *       verify(store);                                                                // what the next process finds
 *   }
 *
 *   // a rival that is faster:
 *   io.beforeCall(call -> { if (call.is(Operation.CREATE_IF_ABSENT) &amp;&amp; call.named("snapshot-2")) rival.commit(); });
 * </pre>
 *
 * <p>A new file reaches the store underneath when its output is closed; an output that is never closed leaves nothing. Safe for
 * use by several threads; counters and plan are guarded by {@code this}, the store underneath is called outside.
 */
public final class FaultyFileIO implements FileIO {
    private static final int LOG_LIMIT = 10_000;

    private final FileIO store;
    private final Deque<StoreCall> log = new ArrayDeque<>();
    private FaultPlan plan = FaultPlan.none();
    private Consumer<StoreCall> hook = call -> {};
    private int calls;
    private int mutations;
    private StoreCall crash;

    /** A view without faults, until one is planned. Closing it does not close the store. */
    public FaultyFileIO(FileIO store) {
        this.store = requireNonNull(store, "store is null");
    }

    /** From now on calls fail as this plan says. Counters go on. */
    public synchronized FaultyFileIO plan(FaultPlan newPlan) {
        plan = requireNonNull(newPlan, "newPlan is null");
        return this;
    }

    /** Runs before each call, whatever its fault, in the calling thread; for acting as somebody else at a certain moment. */
    public synchronized FaultyFileIO beforeCall(Consumer<StoreCall> newHook) {
        hook = requireNonNull(newHook, "newHook is null");
        return this;
    }

    /** How many calls there were. */
    public synchronized int calls() {
        return calls;
    }

    /** How many of them changed the store, or were to. */
    public synchronized int mutations() {
        return mutations;
    }

    /** The newest calls, oldest first, at most 10,000. */
    public synchronized List<StoreCall> log() {
        return List.copyOf(log);
    }

    public synchronized long count(Operation operation) {
        return log.stream().filter(call -> call.is(operation)).count();
    }

    /** Starts counting and logging anew. */
    public synchronized void resetCounters() {
        calls = 0;
        mutations = 0;
        log.clear();
    }

    /** Whether this process has ended. */
    public synchronized boolean crashed() {
        return crash != null;
    }

    /** Ends this process: every further call throws {@link SimulatedCrash} and has no effect. */
    public synchronized void crash() {
        crash = new StoreCall(calls, mutations, Operation.PROBE, Location.of("/outside-of-any-call"));
    }

    @Override
    public List<FileEntry> list(Location directory) {
        return call(Operation.LIST, directory, () -> store.list(directory), () -> {});
    }

    @Override
    public Optional<FileEntry> find(Location location) {
        return call(Operation.FIND, location, () -> store.find(location), () -> {});
    }

    @Override
    public SeekableInput open(Location file) {
        return call(Operation.OPEN, file, () -> new Input(file, store.open(file)), () -> {});
    }

    @Override
    public byte[] readAll(Location file) {
        return call(Operation.READ_ALL, file, () -> store.readAll(file), () -> {});
    }

    @Override
    public FileOutput create(Location file) {
        return call(Operation.CREATE, file, () -> new Output(file), () -> {});
    }

    @Override
    public boolean createIfAbsent(Location file, byte[] content) {
        return call(
                Operation.CREATE_IF_ABSENT,
                file,
                () -> store.createIfAbsent(file, content),
                () -> store.overwrite(file.parent().child("." + file.name() + ".cut.tmp"), firstHalf(content)));
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        run(Operation.OVERWRITE, file, () -> store.overwrite(file, content), () -> store.overwrite(file, new byte[0]));
    }

    @Override
    public void delete(Location location) {
        run(Operation.DELETE, location, () -> store.delete(location), () -> {});
    }

    @Override
    public void requireAtomicCreate(Location directory) {
        run(Operation.PROBE, directory, () -> store.requireAtomicCreate(directory), () -> {});
    }

    @Override
    public void close() {}

    private void run(Operation operation, Location location, Runnable action, Runnable halfway) {
        call(
                operation,
                location,
                () -> {
                    action.run();
                    return null;
                },
                halfway);
    }

    /**
     * Lets one call meet its fault.
     *
     * @param halfway what a process that ends in the middle of {@code action} leaves behind
     */
    private <T> T call(Operation operation, Location location, Supplier<T> action, Runnable halfway) {
        StoreCall call = count(operation, location);
        hookBefore().accept(call);
        Fault fault = nextFault(call);
        T result = fault == Fault.NONE || fault.isAfter() ? action.get() : null;
        if (fault == Fault.CRASH_HALFWAY) {
            halfway.run();
        }
        if (fault != Fault.NONE) {
            throw failure(fault, call);
        }
        return result;
    }

    private synchronized StoreCall count(Operation operation, Location location) {
        calls++;
        if (operation.mutates()) {
            mutations++;
        }
        StoreCall call = new StoreCall(calls, mutations, operation, location);
        if (log.size() == LOG_LIMIT) {
            log.removeFirst();
        }
        log.addLast(call);
        return call;
    }

    private synchronized Consumer<StoreCall> hookBefore() {
        return crash == null ? hook : call -> {};
    }

    private synchronized Fault nextFault(StoreCall call) {
        if (crash != null) {
            throw new SimulatedCrash(crash);
        }
        Fault fault = plan.faultOf(call);
        if (fault.isCrash()) {
            // At once, so that other threads of the same process do not act any more.
            crash = call;
        }
        return fault;
    }

    private static RuntimeException failure(Fault fault, StoreCall call) {
        boolean commit = call.is(Operation.CREATE_IF_ABSENT);
        String what = "injected " + fault + " at " + call;
        return switch (fault) {
            case FAIL_BEFORE, FAIL_AFTER -> new StorageException(Kind.TRANSIENT, what, null);
            case REFUSE -> new StorageException(Kind.REFUSED, what, null);
            case UNKNOWN_BEFORE, UNKNOWN_AFTER ->
                commit ? new CommitOutcomeUnknownException(what) : new StorageException(Kind.TRANSIENT, what, null);
            case CRASH_BEFORE, CRASH_HALFWAY, CRASH_AFTER -> throw new SimulatedCrash(call);
            case NONE -> throw Check.unreachable(fault);
        };
    }

    private static byte[] firstHalf(byte[] content) {
        return Arrays.copyOf(content, content.length / 2);
    }

    private final class Input implements SeekableInput {
        private final Location file;
        private final SeekableInput input;

        Input(Location file, SeekableInput input) {
            this.file = file;
            this.input = input;
        }

        @Override
        public long size() {
            return input.size();
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) {
            run(Operation.READ, file, () -> input.readFully(position, target, offset, length), () -> {});
        }

        @Override
        public void close() {
            input.close();
        }
    }

    private final class Output implements FileOutput {
        private final Location file;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private boolean published;
        private boolean ended;

        Output(Location file) {
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            Check.that(!ended, "write to %s, which is closed or given up", file);
            run(Operation.WRITE, file, () -> written.write(bytes, offset, length), () -> {});
        }

        @Override
        public long position() {
            return written.size();
        }

        @Override
        public void close() {
            if (!ended) {
                byte[] content = written.toByteArray();
                run(Operation.FINISH, file, () -> publish(content), () -> publish(firstHalf(content)));
                ended = true;
            }
        }

        @Override
        public void abort() {
            if (!ended) {
                ended = true;
                run(Operation.DELETE, file, () -> store.delete(file), () -> {});
            }
        }

        private void publish(byte[] content) {
            if (published) {
                return; // by an earlier close whose answer was lost
            }
            try (FileOutput output = store.create(file)) {
                output.write(content, 0, content.length);
            }
            published = true;
        }
    }
}

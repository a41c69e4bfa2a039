package dev.varve.table.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.StoreCall.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyFileIOTest extends FileIOContract {
    private static final Location FILE = Location.of("/t/snapshot/snapshot-1");
    private static final byte[] CONTENT = "0123456789".getBytes(UTF_8);

    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);

    /** Without a plan it is as good as what is underneath. */
    @Override
    protected FileIO open() {
        return io;
    }

    @Override
    protected Location root() {
        return Location.of("/warehouse");
    }

    @Test
    void everyCallIsCountedAndChangesApart() {
        write(io);
        io.find(FILE);
        io.readAll(FILE);
        io.list(FILE.parent());
        io.open(FILE).readFully(0, new byte[1], 0, 1);
        io.overwrite(Location.of("/t/LATEST"), CONTENT);
        io.delete(FILE);
        assertThat(io.log())
                .extracting(StoreCall::operation)
                .containsExactly(
                        Operation.CREATE,
                        Operation.WRITE,
                        Operation.FINISH,
                        Operation.FIND,
                        Operation.READ_ALL,
                        Operation.LIST,
                        Operation.OPEN,
                        Operation.READ,
                        Operation.OVERWRITE,
                        Operation.DELETE);
        assertThat(io.calls()).isEqualTo(10);
        assertThat(io.mutations()).isEqualTo(3);
    }

    @Test
    void aFailureBeforeDoesNothingAndOneAfterDoesItAll() {
        io.plan(FaultPlan.atCall(1, Fault.FAIL_BEFORE).or(FaultPlan.atCall(3, Fault.FAIL_AFTER)));
        assertTransient(() -> io.overwrite(FILE, CONTENT));
        assertThat(io.find(FILE)).isEmpty();
        assertTransient(() -> io.overwrite(FILE, CONTENT));
        assertThat(io.readAll(FILE)).isEqualTo(CONTENT);
    }

    @Test
    void anUnknownOutcomeCanBeEither() {
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_BEFORE));
        assertThatThrownBy(() -> io.createIfAbsent(FILE, CONTENT)).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(store.files()).isEmpty();

        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.UNKNOWN_AFTER));
        assertThatThrownBy(() -> io.createIfAbsent(FILE, CONTENT)).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(store.readAll(FILE)).isEqualTo(CONTENT);

        io.plan(FaultPlan.always(call -> call.is(Operation.READ_ALL), Fault.UNKNOWN_AFTER));
        assertTransient(() -> io.readAll(FILE));
    }

    @Test
    void aRefusalIsNotRetryable() {
        io.plan(FaultPlan.always(call -> call.named("snapshot-"), Fault.REFUSE));
        assertThatThrownBy(() -> io.createIfAbsent(FILE, CONTENT))
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.retryable()).isFalse());
    }

    @Test
    void afterACrashNothingHasAnyEffect() {
        io.plan(FaultPlan.atMutation(1, Fault.CRASH_AFTER));
        FileOutput open = io.create(Location.of("/t/open"));
        assertThatThrownBy(() -> io.overwrite(FILE, CONTENT)).isInstanceOf(SimulatedCrash.class);
        assertThat(io.crashed()).isTrue();
        assertThatThrownBy(() -> io.delete(FILE)).isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(() -> io.createIfAbsent(Location.of("/t/x"), CONTENT))
                .isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(open::close).isInstanceOf(SimulatedCrash.class);
        assertThatThrownBy(open::abort).isInstanceOf(SimulatedCrash.class);
        assertThat(store.files()).containsExactly(FILE);
        assertThat(new FaultyFileIO(store).readAll(FILE)).isEqualTo(CONTENT);
    }

    @Test
    void aCrashHalfwayLeavesHalf() {
        io.plan(FaultPlan.first(Operation.FINISH, Fault.CRASH_HALFWAY));
        assertThatThrownBy(() -> write(io)).isInstanceOf(SimulatedCrash.class);
        assertThat(store.text(FILE)).isEqualTo("01234");
    }

    @Test
    void anAtomicCreateIsNeverHalf() {
        io.plan(FaultPlan.first(Operation.CREATE_IF_ABSENT, Fault.CRASH_HALFWAY));
        assertThatThrownBy(() -> io.createIfAbsent(FILE, CONTENT)).isInstanceOf(SimulatedCrash.class);
        assertThat(store.find(FILE)).isEmpty();
        assertThat(store.files())
                .singleElement()
                .satisfies(left -> assertThat(left.name()).endsWith(".tmp"));
    }

    @Test
    void aFileWhoseCompletionWasLostCanBeGivenUp() {
        io.plan(FaultPlan.first(Operation.FINISH, Fault.FAIL_AFTER));
        FileOutput output = io.create(FILE);
        assertTransient(output::close);
        assertThat(store.find(FILE)).isPresent();
        output.abort();
        assertThat(store.files()).isEmpty();
    }

    @Test
    void everyCrashOfARunIsEnumerated() {
        work(io);
        List<List<String>> states = new ArrayList<>();
        for (FaultPlan crash : FaultPlan.everyCrash(io.mutations())) {
            MemoryFileIO fresh = new MemoryFileIO();
            assertThatThrownBy(() -> work(new FaultyFileIO(fresh).plan(crash)))
                    .as(crash.toString())
                    .isInstanceOf(SimulatedCrash.class);
            states.add(fresh.files().stream().map(Location::name).toList());
        }
        assertThat(states)
                .containsExactly(
                        List.of(),
                        List.of("snapshot-1"),
                        List.of("snapshot-1"),
                        List.of(".snapshot-2.cut.tmp", "snapshot-1"),
                        List.of("snapshot-1", "snapshot-2"));
    }

    @Test
    void aRivalCanActBeforeACall() {
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)) {
                store.put(call.location(), "rival");
            }
        });
        assertThat(io.createIfAbsent(FILE, CONTENT)).isFalse();
        assertThat(store.text(FILE)).isEqualTo("rival");
    }

    @Test
    void randomFaultsAreRepeatable() {
        List<String> first = randomRun(7);
        assertThat(randomRun(7)).isEqualTo(first);
        assertThat(randomRun(8)).isNotEqualTo(first);
        assertThat(first).contains("ok").anyMatch(outcome -> !outcome.equals("ok"));
    }

    private static List<String> randomRun(long seed) {
        FaultyFileIO io = new FaultyFileIO(new MemoryFileIO()).plan(FaultPlan.random(seed, 0.3));
        List<String> outcomes = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            try {
                io.createIfAbsent(Location.of("/t/snapshot-" + i), CONTENT);
                outcomes.add("ok");
            } catch (TableException e) {
                outcomes.add(e.getMessage());
            }
        }
        return outcomes;
    }

    private static void work(FaultyFileIO io) {
        write(io);
        io.createIfAbsent(Location.of("/t/snapshot/snapshot-2"), CONTENT);
    }

    private static void write(FileIO io) {
        try (FileOutput output = io.create(FILE)) {
            output.write(CONTENT, 0, CONTENT.length);
        }
    }

    private static void assertTransient(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.TRANSIENT));
    }
}

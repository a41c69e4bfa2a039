package dev.varve.table.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.FileIOContract;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryingFileIOTest extends FileIOContract {
    private static final Location FILE = Location.of("/t/d/file");
    private static final RetryLimits LIMITS =
            new RetryLimits(4, Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofSeconds(10));

    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO faulty = new FaultyFileIO(store);
    private final ManualEnv env = ManualEnv.seeded(1);
    private final FileIO io = new RetryingFileIO(faulty, env, LIMITS);

    @Override
    protected FileIO open() {
        return io;
    }

    @Override
    protected Location root() {
        return Location.of("/warehouse");
    }

    @Test
    void passingFailuresOfRepeatableCallsAreHealed() {
        store.put(FILE, "x");
        for (Operation operation : List.of(
                Operation.LIST, Operation.FIND, Operation.READ_ALL, Operation.OPEN, Operation.READ, Operation.DELETE)) {
            faulty.plan(FaultPlan.times(3, call -> call.is(operation), Fault.FAIL_AFTER));
            faulty.resetCounters();
            useEverything();
            assertThat(faulty.count(operation)).as(operation.name()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void waitsGrowAndAreJittered() {
        faulty.plan(FaultPlan.always(call -> true, Fault.FAIL_BEFORE));
        for (int run = 0; run < 20; run++) {
            assertThatThrownBy(() -> io.find(FILE)).isInstanceOf(StorageException.class);
        }
        assertThat(env.sleeps()).hasSize(60);
        for (int i = 0; i < 60; i++) {
            long longest = List.of(100L, 200L, 300L).get(i % 3);
            assertThat(env.sleeps().get(i).toMillis()).isBetween(longest / 2, longest);
        }
        assertThat(env.sleeps().stream().distinct().count()).isGreaterThan(20);
    }

    @Test
    void triesAreBounded() {
        faulty.plan(FaultPlan.always(call -> true, Fault.FAIL_BEFORE));
        assertThatThrownBy(() -> io.readAll(FILE))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.retryable()).isTrue())
                .hasMessageContaining("4 attempts");
        assertThat(faulty.calls()).isEqualTo(4);
    }

    @Test
    void timeIsBounded() {
        faulty.plan(FaultPlan.always(call -> true, Fault.FAIL_BEFORE));
        faulty.beforeCall(call -> env.advance(Duration.ofSeconds(5)));
        assertThatThrownBy(() -> io.readAll(FILE)).hasMessageContaining("2 attempts");
        assertThat(faulty.calls()).isEqualTo(2);
    }

    @Test
    void lastingFailuresAreReportedAtOnce() {
        assertThatThrownBy(() -> io.readAll(FILE))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.isNotFound()).isTrue());
        faulty.plan(FaultPlan.always(call -> true, Fault.REFUSE));
        assertThatThrownBy(() -> io.list(FILE)).isInstanceOf(StorageException.class);
        assertThat(faulty.calls()).isEqualTo(2);
        assertThat(env.sleeps()).isEmpty();
    }

    @Test
    void anInterruptEndsTheWaiting() {
        faulty.plan(FaultPlan.always(call -> true, Fault.FAIL_BEFORE));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> io.find(FILE)).isInstanceOf(StorageException.class);
            assertThat(faulty.calls()).isEqualTo(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void writingIsNeverRepeated() {
        faulty.plan(FaultPlan.always(call -> call.is(Operation.CREATE_IF_ABSENT), Fault.UNKNOWN_AFTER)
                .or(FaultPlan.always(call -> true, Fault.FAIL_BEFORE)));
        assertThatThrownBy(() -> io.createIfAbsent(FILE, new byte[1]))
                .isInstanceOf(CommitOutcomeUnknownException.class);
        assertThatThrownBy(() -> io.overwrite(FILE, new byte[1])).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> io.create(FILE)).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> io.requireAtomicCreate(FILE)).isInstanceOf(StorageException.class);
        assertThat(faulty.calls()).isEqualTo(4);
    }

    private void useEverything() {
        store.put(FILE, "x");
        assertThat(io.list(FILE.parent())).hasSize(1);
        assertThat(io.find(FILE)).isPresent();
        assertThat(io.readAll(FILE)).containsExactly('x');
        try (SeekableInput input = io.open(FILE)) {
            byte[] target = new byte[1];
            input.readFully(0, target, 0, 1);
            assertThat(target).containsExactly('x');
        }
        io.delete(FILE);
        assertThat(store.files()).isEmpty();
    }
}

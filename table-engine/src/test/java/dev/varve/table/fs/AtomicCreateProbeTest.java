package dev.varve.table.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import org.junit.jupiter.api.Test;

class AtomicCreateProbeTest {
    private static final Location DIRECTORY = Location.of("/warehouse");

    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);

    @Test
    void aStoreThatRefusesTheSecondCreatePasses() {
        AtomicCreateProbe.run(io, DIRECTORY, ManualEnv.create());
        assertThat(io.count(Operation.CREATE_IF_ABSENT)).isEqualTo(2);
        assertThat(store.files()).isEmpty();
    }

    /** As stores do that ignore a condition they do not know. */
    @Test
    void aStoreThatReplacesIsRefused() {
        io.beforeCall(call -> {
            if (call.is(Operation.CREATE_IF_ABSENT)) {
                store.delete(call.location());
            }
        });
        assertThatThrownBy(() -> AtomicCreateProbe.run(io, DIRECTORY, ManualEnv.create()))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining(DIRECTORY.value())
                .hasMessageContaining("the second succeeded");
        assertThat(store.files()).isEmpty();
    }

    @Test
    void aStoreThatRefusesButReplacesIsRefused() {
        io.beforeCall(call -> {
            if (call.is(Operation.READ_ALL)) {
                store.put(call.location(), "second");
            }
        });
        assertThatThrownBy(() -> AtomicCreateProbe.run(io, DIRECTORY, ManualEnv.create()))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("not that of the first");
    }

    @Test
    void afterAFailureTheProbeFileIsRemoved() {
        io.plan(FaultPlan.first(Operation.READ_ALL, Fault.REFUSE));
        assertThatThrownBy(() -> AtomicCreateProbe.run(io, DIRECTORY, ManualEnv.create()))
                .isInstanceOf(StorageException.class);
        assertThat(store.files()).isEmpty();
    }
}

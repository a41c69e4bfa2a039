package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.StorageException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A commit waits for a compaction that the store does not let happen, and then nothing more is written: a task holds its records back
 * until the bucket is compacted (found by the simulation, seed 12002697).
 */
class PutOffCompactionTest {
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.INT.notNull()), new DataField(1, "v", DataTypes.INT)),
            List.of("id"),
            List.of(),
            Map.of("bucket", "1", "force-lookup", "true"),
            Optional.empty());

    private final ManualEnv env = ManualEnv.create();
    private final FaultyFileIO store = new FaultyFileIO(new MemoryFileIO(env));
    private final Table table = WarehouseOver.of(store, "/w", env).create(ID, SPEC);
    private long identifier;

    private CommitResult commit(TableWriter writer) {
        return writer.commit(writer.prepare(), ++identifier, Map.of(), Guard.NONE, false);
    }

    private void filesCannotBeOpened() {
        store.beforeCall(call -> {
            if (call.is(Operation.OPEN) && call.named("data-")) {
                throw new StorageException(StorageException.Kind.TRANSIENT, "slow down", null);
            }
        });
    }

    @Test
    void isTriedAgainAlthoughNothingIsWritten() {
        try (TableWriter writer = table.newWriter("u")) {
            writer.write(GenericRow.of(1, 1));
            commit(writer);
            filesCannotBeOpened();
            writer.write(GenericRow.of(1, 2));
            commit(writer);
            for (int i = 0; i < 3; i++) {
                writer.considerCompactions();
                assertThat(writer.hasFinishedCompactions()).as("try %s", i).isTrue();
                assertThat(commit(writer)).isInstanceOf(CommitResult.Empty.class);
            }
            store.beforeCall(call -> {});
            writer.considerCompactions();
            assertThat(writer.hasFinishedCompactions()).isTrue();
            assertThat(commit(writer)).isInstanceOf(CommitResult.Committed.class);
            writer.considerCompactions();
            assertThat(writer.hasFinishedCompactions()).as("nothing is left").isFalse();
        }
        assertThat(table.latestSnapshot().orElseThrow().kind()).isEqualTo(CommitKind.COMPACT);
        assertThat(Tables.rows(table)).containsExactly(GenericRow.of(1, 2));
    }
}

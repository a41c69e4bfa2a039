package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A writer that looks for the files of its bucket while others commit and expire what it is reading. */
class ExpiredUnderWriterTest {
    private static final String ROOT = "/warehouse";
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.INT.notNull()), new DataField(1, "v", DataTypes.INT)),
            List.of("id"),
            List.of(),
            Map.of("bucket", "1", "snapshot.num-retained.min", "100"),
            Optional.empty());

    private final ManualEnv env = ManualEnv.seeded(1);
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final FaultyFileIO slow = new FaultyFileIO(store);
    private int commits;

    private Table table(FileIO io) {
        return WarehouseOver.of(io, ROOT, env).create(ID, SPEC);
    }

    private void overtake() {
        Table table = table(store);
        for (int i = 0; i < 3; i++) {
            Tables.commit(table, "other", ++commits, List.of(GenericRow.of(commits, commits)));
        }
        table.maintenance().expireSnapshots(Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1"));
    }

    private static boolean readsAList(StoreCall call) {
        return call.is(Operation.READ_ALL) && call.named("manifest-list-");
    }

    @Test
    void goesOnFromTheNewerSnapshot() {
        overtake();
        int[] left = {3};
        slow.beforeCall(call -> {
            if (readsAList(call) && left[0] > 0) {
                left[0]--;
                overtake();
            }
        });
        try (TableWriter writer = table(slow).newWriter("slow")) {
            writer.write(GenericRow.of(1, 100));
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
        }
        assertThat(left[0]).isZero();
        assertThat(Tables.rows(table(store))).hasSize(commits).contains(GenericRow.of(1, 100));
    }

    @Test
    void alsoOnTheWayFromAnOlderOne() {
        overtake();
        try (TableWriter writer = table(slow).newWriter("slow")) {
            writer.write(GenericRow.of(1, 100));
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
            Tables.commit(table(store), "other", ++commits, List.of(GenericRow.of(commits, commits)));
            boolean[] done = {false};
            slow.beforeCall(call -> {
                if (readsAList(call) && !done[0]) {
                    done[0] = true;
                    overtake();
                }
            });
            writer.refreshSequences();
            writer.write(GenericRow.of(2, 200));
            writer.commit(writer.prepare(), 2, Map.of(), Guard.NONE, false);
            assertThat(done[0]).isTrue();
        }
        assertThat(Tables.rows(table(store))).hasSize(commits).contains(GenericRow.of(2, 200));
    }

    @Test
    void whatIsReallyMissingIsSaid() {
        overtake();
        store.list(Location.of(ROOT + "/d.db/t/manifest")).stream()
                .filter(entry -> entry.name().startsWith("manifest-list-"))
                .forEach(entry -> store.delete(entry.location()));
        try (TableWriter writer = table(slow).newWriter("slow")) {
            assertThatThrownBy(() -> writer.write(GenericRow.of(1, 100)))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("manifest-list-");
        }
    }
}

package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.StorageException;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Who looks for files that may go, and is so slow that all snapshots expire meanwhile that it wanted to read, must not take what it
 * could not read for nothing (found by the simulation, seeds 4012436, 5021226 and 5035401).
 */
class ExpiredUnderCleanUpTest {
    private static final Duration AGE = Duration.ofDays(1);
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.INT.notNull())),
            List.of("id"),
            List.of(),
            Map.of("bucket", "1", "write-only", "true", "snapshot.num-retained.min", "100"),
            Optional.empty());

    private final ManualEnv env = ManualEnv.seeded(1);
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final FaultyFileIO slow = new FaultyFileIO(store);
    private final Table table = WarehouseOver.of(store, "/w", env).create(ID, SPEC);
    private final Table slowTable = WarehouseOver.of(slow, "/w", env).find(ID).orElseThrow();
    private int rows;

    private void write() {
        Tables.commit(table, "other", ++rows, List.of(GenericRow.of(rows)));
    }

    private void overtake() {
        for (int i = 0; i < 3; i++) {
            write();
        }
        table.maintenance().expireSnapshots(Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1"));
    }

    private void overtakeBefore(int times, Predicate<StoreCall> moment) {
        int[] left = {times};
        slow.beforeCall(call -> {
            if (left[0] > 0 && moment.test(call)) {
                left[0]--;
                overtake();
            }
        });
    }

    private static boolean readsAList(StoreCall call) {
        return call.is(Operation.READ_ALL) && call.named("manifest-list-");
    }

    private void requireWhole() {
        assertThat(Tables.rows(table))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, rows).mapToObj(GenericRow::of).toList());
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
    }

    @Test
    void orphansAreThoseOfTheNewestSnapshotThatCouldBeRead() {
        overtake();
        env.advance(AGE.plusMinutes(1));
        overtakeBefore(3, ExpiredUnderCleanUpTest::readsAList);
        assertThat(slowTable.maintenance().orphans(AGE, true, orphan -> {}).files())
                .isZero();
        requireWhole();
    }

    @Test
    void withoutAnyNothingIsAnOrphan() {
        overtake();
        env.advance(AGE.plusMinutes(1));
        overtakeBefore(1000, ExpiredUnderCleanUpTest::readsAList);
        assertThatThrownBy(() -> slowTable.maintenance().orphans(AGE, true, orphan -> {}))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("the newest snapshot of " + table.location())
                .hasMessageContaining("keep snapshots longer");
        requireWhole();
    }

    @Test
    void aTagLeavesWhatTheOldestSnapshotThatCouldBeReadHas() {
        write();
        table.maintenance().createTag("first", OptionalLong.of(1), Optional.empty());
        overtake();
        long oldest = table.earliestSnapshotId().orElseThrow();
        int[] reads = {0};
        overtakeBefore(1, call -> call.is(Operation.READ_ALL) && call.named("snapshot-" + oldest) && ++reads[0] == 2);
        slowTable.maintenance().deleteTag("first");
        assertThat(table.earliestSnapshotId().orElseThrow()).isGreaterThan(oldest);
        requireWhole();
    }
}

package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A writer that was suspended has created a snapshot again whose id had expired, and died before it could take it back. Orphan clean-up
 * does so, once no writer can be at it any more, and is not stopped by what such a snapshot names (found by the simulation, seed
 * 228896).
 */
class StraySnapshotsTest {
    private static final Duration AGE = Duration.ofDays(1);
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.INT.notNull())),
            List.of("id"),
            List.of(),
            Map.of(
                    "bucket",
                    "1",
                    "write-only",
                    "true",
                    "snapshot.num-retained.min",
                    "2",
                    "snapshot.num-retained.max",
                    "2"),
            Optional.empty());

    private final ManualEnv env = ManualEnv.create();
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env);
    private final Table table = warehouse.create(ID, SPEC);
    private final Map<Long, byte[]> snapshots = new HashMap<>();

    @BeforeEach
    void sixSnapshotsOfWhichTwoAreLeft() {
        for (int i = 1; i <= 6; i++) {
            try (TableWriter writer = table.newWriter("user-" + i, CompactionOwnership.ALL)) {
                GenericRow row = GenericRow.of(i);
                writer.write(row);
                writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
            }
            snapshots.put((long) i, store.readAll(file(i)));
        }
        table.maintenance().expireSnapshots(Map.of());
        assertThat(ids()).containsExactly(5L, 6L);
    }

    private Location file(long id) {
        return new Location(table.location()).child("snapshot").child("snapshot-" + id);
    }

    private List<Long> ids() {
        return table.snapshots().stream().map(Snapshot::id).toList();
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private List<String> removeOrphans() {
        var found = new ArrayList<String>();
        table.maintenance().orphans(AGE, true, orphan -> found.add(nameOf(orphan.path())));
        return found;
    }

    @Test
    void aStrayGoesOnceItIsOld() {
        store.createIfAbsent(file(2), snapshots.get(2L));
        assertThat(removeOrphans()).as("a writer may be about to take it back").isEmpty();
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .as("it is no part of the table")
                .isEmpty();
        assertThat(table.earliestSnapshotId()).hasValue(5);
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).containsExactly("snapshot-2");
        assertThat(ids()).containsExactly(5L, 6L);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        assertThat(removeOrphans()).isEmpty();
    }

    /** Readers begin at the hint: what is below is no part of the table even if it is the next one. */
    @Test
    void aStrayMayBeNextToTheOldest() {
        store.createIfAbsent(file(4), snapshots.get(4L));
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).containsExactly("snapshot-4");
        assertThat(ids()).containsExactly(5L, 6L);
    }

    /** An expiration that was cut off before it could move the hint: its next run goes on from there (simulation, seed 4013515). */
    @Test
    void aHintThatIsOutOfDateIsStillAboveAStray() {
        store.createIfAbsent(file(2), snapshots.get(2L));
        store.delete(file(5));
        assertThat(table.earliestSnapshotId()).hasValue(6);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        table.maintenance().expireSnapshots(Map.of());
        assertThat(store.text(new Location(table.location()).child("snapshot").child("EARLIEST")))
                .isEqualTo("6");
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).contains("snapshot-2");
        assertThat(ids()).containsExactly(6L);
    }

    /** EARLIEST was out of date and named the id that a stray took (simulation, seed 8003315). */
    @Test
    void aStrayWhereTheHintPointsHoldsNothingUp() {
        store.createIfAbsent(file(2), snapshots.get(2L));
        store.overwrite(
                new Location(table.location()).child("snapshot").child("EARLIEST"),
                "2".getBytes(StandardCharsets.UTF_8));
        table.maintenance().expireSnapshots(Map.of());
        assertThat(table.earliestSnapshotId()).hasValue(5);
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).containsExactly("snapshot-2");
    }

    /** A rollback to a tag leaves it so if it is cut off. */
    @Test
    void aHintAboveTheNewestSaysNothing() {
        store.delete(file(6));
        store.delete(file(5));
        store.createIfAbsent(file(2), snapshots.get(2L));
        assertThat(table.earliestSnapshotId()).hasValue(2);
        table.maintenance().expireSnapshots(Map.of());
        assertThat(store.text(new Location(table.location()).child("snapshot").child("EARLIEST")))
                .isEqualTo("2");
    }

    /** A table that has not expired anything yet, or was cut off in its first expiration (simulation, seed 10003659). */
    @Test
    void withoutTheHintNothingIsDeletedBeforeAnExpiration() {
        store.createIfAbsent(file(2), snapshots.get(2L));
        store.delete(new Location(table.location()).child("snapshot").child("EARLIEST"));
        assertThat(table.earliestSnapshotId()).as("there is a gap below").hasValue(5);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        env.advance(AGE.plusMinutes(1));
        assertThatThrownBy(this::removeOrphans).isInstanceOf(CorruptTableException.class);
        table.maintenance().expireSnapshots(Map.of());
        assertThat(removeOrphans()).containsExactly("snapshot-2");
    }
}

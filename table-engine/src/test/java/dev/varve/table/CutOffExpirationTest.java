package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What an expiration leaves that was cut off, by its process's end or by the store. */
class CutOffExpirationTest {
    private static final Duration AGE = Duration.ofDays(1);
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(new DataField(0, "id", DataTypes.INT.notNull())),
            List.of("id"),
            List.of(),
            Map.of("bucket", "1", "write-only", "true"),
            Optional.empty());
    private static final Map<String, String> KEEP_ONE =
            Map.of("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1");

    private final ManualEnv env = ManualEnv.create();
    private final MemoryFileIO store = new MemoryFileIO(env);
    private final Table table = WarehouseOver.of(store, "/w", env).create(ID, SPEC);

    private void write(int id) {
        write(id, Map.of());
    }

    private void write(int id, Map<String, String> properties) {
        try (TableWriter writer = table.newWriter("user-" + id, CompactionOwnership.ALL)) {
            writer.write(GenericRow.of(id));
            writer.commit(writer.prepare(), 1, properties, Guard.NONE, false);
        }
    }

    private Map<Location, byte[]> dataFiles() {
        var files = new TreeMap<Location, byte[]>((left, right) -> left.value().compareTo(right.value()));
        store.filesBelow(new Location(table.location()).child("bucket-0"))
                .forEach(file -> files.put(file, store.readAll(file)));
        return files;
    }

    /** As if the expiration had ended before it deleted them. */
    private void putBack(Map<Location, byte[]> files) {
        files.forEach(store::createIfAbsent);
        env.advance(AGE.plusMinutes(1));
    }

    private List<String> removeOrphans() {
        var found = new ArrayList<String>();
        table.maintenance()
                .orphans(
                        AGE,
                        true,
                        orphan -> found.add(Location.of(orphan.path()).name()));
        found.sort(null);
        return found;
    }

    private static List<String> names(Map<Location, byte[]> files) {
        return files.keySet().stream().map(Location::name).toList();
    }

    private List<Integer> rows(TableScan scan) {
        var rows = new ArrayList<Integer>();
        try (RowCursor cursor = scan.open()) {
            while (cursor.advance()) {
                rows.add(cursor.row().intAt(0));
            }
        }
        return rows;
    }

    /**
     * The manifests that had added them are still in use, yet nobody needs the files (found by the simulation, seeds 3009932 and
     * 3015427).
     */
    @Test
    void filesThatWereCompactedAwayGoThoughTheirManifestsStay() {
        write(1);
        write(2);
        Map<Location, byte[]> compactedAway = dataFiles();
        table.maintenance().compact(CompactRequest.full());
        write(3);
        table.maintenance().expireSnapshots(KEEP_ONE);
        putBack(compactedAway);
        assertThat(removeOrphans()).containsExactlyElementsOf(names(compactedAway));
        assertThat(rows(table.scan())).containsExactly(1, 2, 3);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
        assertThat(removeOrphans()).isEmpty();
    }

    /** A file that is of one level in one snapshot and of another in the next is needed by both. */
    @Test
    void aFileThatHasChangedItsLevelStays() {
        write(1);
        Map<Location, byte[]> files = dataFiles();
        table.maintenance().compact(CompactRequest.full());
        assertThat(dataFiles().keySet()).as("moved, not rewritten").isEqualTo(files.keySet());
        table.maintenance().expireSnapshots(KEEP_ONE);
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).isEmpty();
        assertThat(rows(table.scan())).containsExactly(1);
    }

    @Test
    void olderSnapshotsAndTagsKeepWhatNewerOnesHaveTakenAway() {
        write(1);
        table.maintenance().createTag("one", OptionalLong.of(1), Optional.empty());
        write(2);
        write(3);
        table.maintenance().compact(CompactRequest.full());
        table.maintenance().expireSnapshots(Map.of("snapshot.num-retained.min", "2", "snapshot.num-retained.max", "2"));
        assertThat(table.snapshots()).extracting(Snapshot::id).containsExactly(3L, 4L);
        env.advance(AGE.plusMinutes(1));
        assertThat(removeOrphans()).isEmpty();
        assertThat(rows(table.scan().snapshot(3))).containsExactly(1, 2, 3);
        Map<Location, byte[]> ofAll = dataFiles();
        table.maintenance().expireSnapshots(KEEP_ONE);
        assertThat(rows(table.scan().tag("one"))).containsExactly(1);
        putBack(ofAll);
        assertThat(removeOrphans()).as("the second and the third write's").hasSize(2);
        assertThat(rows(table.scan().tag("one"))).containsExactly(1);
        assertThat(rows(table.scan())).containsExactly(1, 2, 3);
    }

    /**
     * Another writer's snapshot has its ledger from the one below. Once that has gone it must not be gone back to: nobody would know
     * what had landed (found by the simulation, seed 4008665).
     */
    @Test
    void aSnapshotWhoseLedgerHasGoneIsNotGoneBackTo() {
        write(1);
        write(2, Map.of("varve.offsets.c", "{\"t\":{\"0\":2}}"));
        write(3);
        write(4, Map.of("varve.offsets.c", "{\"t\":{\"0\":4}}"));
        var failing = new FaultyFileIO(store);
        Table cutOff = WarehouseOver.of(failing, "/w", env).find(ID).orElseThrow();
        failing.beforeCall(call -> {
            if (call.is(Operation.DELETE) && call.named("snapshot-3")) {
                throw new StorageException(StorageException.Kind.TRANSIENT, "cut off", null);
            }
        });
        assertThatThrownBy(() -> cutOff.maintenance().expireSnapshots(KEEP_ONE)).hasMessage("cut off");
        write(5);
        assertThat(table.snapshots()).extracting(Snapshot::id).containsExactly(3L, 4L, 5L);
        assertThatThrownBy(() -> table.maintenance().rollbackToSnapshot(3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("[varve.offsets.c]")
                .hasMessageContaining("at snapshot 3")
                .hasMessageContaining("create a tag");
        assertThat(table.latestSnapshot().orElseThrow().id()).isEqualTo(5);
        table.maintenance().rollbackToSnapshot(4);
        assertThat(rows(table.scan())).containsExactly(1, 2, 3, 4);
    }

    /** Nothing has expired: the ledger is younger. */
    @Test
    void aSnapshotFromBeforeTheFirstLedgerIsGoneBackTo() {
        write(1);
        write(2, Map.of("varve.offsets.c", "{\"t\":{\"0\":2}}"));
        table.maintenance().rollbackToSnapshot(1);
        assertThat(rows(table.scan())).containsExactly(1);
    }

    /** That it is younger is known to the operator alone. */
    @Test
    void aTagIsGoneBackToWhateverItSays() {
        write(1);
        write(2);
        write(3, Map.of("varve.offsets.c", "{\"t\":{\"0\":2}}"));
        table.maintenance().expireSnapshots(Map.of("snapshot.num-retained.min", "2", "snapshot.num-retained.max", "2"));
        assertThatThrownBy(() -> table.maintenance().rollbackToSnapshot(2)).isInstanceOf(InvalidInputException.class);
        table.maintenance().createTag("two", OptionalLong.of(2), Optional.empty());
        table.maintenance().rollbackToTag("two");
        assertThat(rows(table.scan())).containsExactly(1, 2);
    }

    /** It outlives the snapshot that its own has the ledger from. */
    @Test
    void aTagOfAnotherWritersSnapshotKeepsTheLedger() {
        write(1, Map.of("varve.offsets.c", "{\"t\":{\"0\":1}}"));
        write(2, Map.of("other", "x"));
        table.maintenance().createTag("two", OptionalLong.of(2), Optional.empty());
        write(3, Map.of("varve.offsets.c", "{\"t\":{\"0\":3}}"));
        table.maintenance().expireSnapshots(KEEP_ONE);
        table.maintenance().rollbackToTag("two");
        Snapshot latest = table.latestSnapshot().orElseThrow();
        assertThat(latest.id()).isEqualTo(2);
        assertThat(latest.properties())
                .containsEntry("varve.offsets.c", "{\"t\":{\"0\":1}}")
                .containsEntry("other", "x");
        assertThat(rows(table.scan())).containsExactly(1, 2);
        assertThat(table.earliestSnapshotId()).hasValue(2);
    }
}

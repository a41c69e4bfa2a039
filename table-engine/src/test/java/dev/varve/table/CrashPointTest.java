package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A process that ends at any moment of a commit leaves the table as before or as after it, and the next process goes on: cut
 * before, in the middle of and after every call that changes the store.
 */
class CrashPointTest {
    private static final String ROOT = "/warehouse";
    private static final TableId ID = new TableId("d", "t");
    private static final TableSpec SPEC = new TableSpec(
            List.of(
                    new DataField(0, "p", DataTypes.INT.notNull()),
                    new DataField(1, "id", DataTypes.BIGINT.notNull()),
                    new DataField(2, "v", DataTypes.STRING)),
            List.of("p", "id"),
            List.of("p"),
            Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "3", "manifest.merge-min-count", "3"),
            Optional.empty());

    @TestFactory
    Stream<DynamicTest> tableIsCreatedOrNot() {
        return everyCrash(new MemoryFileIO(), (warehouse, env) -> warehouse.create(ID, SPEC), store -> {
            Optional<Table> found = warehouse(store).find(ID);
            found.ifPresent(table -> assertThat(Tables.rows(table)).isEmpty());
            assertNextCommitSucceeds(warehouse(store).create(ID, SPEC), List.of());
        });
    }

    @TestFactory
    Stream<DynamicTest> firstCommitIsVisibleOrNot() {
        MemoryFileIO prepared = new MemoryFileIO();
        warehouse(prepared).create(ID, SPEC);
        return commitIsVisibleOrNot(prepared, List.of());
    }

    /** Appends to buckets with files on two levels, compacts them, and merges manifests, all in one commit. */
    @TestFactory
    Stream<DynamicTest> commitWithCompactionIsVisibleOrNot() {
        MemoryFileIO prepared = new MemoryFileIO();
        Table table = warehouse(prepared).create(ID, SPEC);
        for (int i = 1; i <= 4; i++) {
            Tables.commit(
                    table,
                    "earlier",
                    i,
                    List.of(row(RowKind.INSERT, 1, i, "a" + i), row(RowKind.INSERT, 2, 7, "x" + i)));
        }
        assertThat(table.snapshots())
                .anyMatch(snapshot -> snapshot.kind().name().equals("COMPACT"));
        return commitIsVisibleOrNot(
                prepared,
                List.of(
                        row(RowKind.INSERT, 1, 1, "a1"),
                        row(RowKind.INSERT, 1, 2, "a2"),
                        row(RowKind.INSERT, 1, 3, "a3"),
                        row(RowKind.INSERT, 1, 4, "a4"),
                        row(RowKind.INSERT, 2, 7, "x4")));
    }

    /** A compaction in the background, committed on its own: whenever it dies, no row is lost or comes back. */
    @TestFactory
    Stream<DynamicTest> compactionInTheBackgroundChangesNoRow() {
        MemoryFileIO prepared = new MemoryFileIO();
        Table table = warehouse(prepared).create(ID, SPEC);
        List<GenericRow> rows = List.of(
                row(RowKind.INSERT, 1, 2, "a2"), row(RowKind.INSERT, 1, 3, "a3"), row(RowKind.INSERT, 2, 7, "x3"));
        try (TableWriter writer = table.newWriter("earlier", new CompactionOwnership(0, 1))) {
            for (int i = 1; i <= 3; i++) {
                writer.write(row(RowKind.INSERT, 1, i, "a" + i));
                writer.write(row(RowKind.INSERT, 2, 7, "x" + i));
                if (i == 3) {
                    writer.write(row(RowKind.DELETE, 1, 1, null));
                }
                writer.commit(writer.prepare(), i, Map.of(), Guard.NONE, false);
            }
        }
        assertThat(table.files()).hasSizeGreaterThanOrEqualTo(6);
        return everyCrash(
                prepared,
                (warehouse, env) -> {
                    try (TableWriter writer = warehouse.find(ID).orElseThrow().newWriter("compacting")) {
                        writer.considerCompactions();
                        writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
                    }
                },
                store -> {
                    Table after = warehouse(store).find(ID).orElseThrow();
                    assertThat(Tables.rows(after)).containsExactlyInAnyOrderElementsOf(rows);
                    assertNextCommitSucceeds(after, rows);
                    after.compact("compactor");
                    assertThat(after.files())
                            .allSatisfy(file -> assertThat(file.level()).isEqualTo(3));
                });
    }

    private Stream<DynamicTest> commitIsVisibleOrNot(MemoryFileIO prepared, List<GenericRow> before) {
        List<GenericRow> changes = List.of(
                row(RowKind.INSERT, 1, 100, "new"),
                row(RowKind.UPDATE_AFTER, 2, 7, "changed"),
                row(RowKind.DELETE, 1, 2, null),
                row(RowKind.INSERT, 3, 1, "new partition"));
        List<GenericRow> after = Stream.concat(
                        before.stream().filter(row -> row.longAt(1) != 2 && row.intAt(0) != 2),
                        Stream.of(
                                row(RowKind.INSERT, 1, 100, "new"),
                                row(RowKind.INSERT, 2, 7, "changed"),
                                row(RowKind.INSERT, 3, 1, "new partition")))
                .toList();
        long newest = warehouse(prepared)
                .find(ID)
                .orElseThrow()
                .latestSnapshot()
                .map(Snapshot::id)
                .orElse(0L);
        return everyCrash(
                prepared,
                (warehouse, env) -> Tables.commit(warehouse.find(ID).orElseThrow(), "crashing", 1, changes),
                store -> {
                    Table table = warehouse(store).find(ID).orElseThrow();
                    long now = table.latestSnapshot().map(Snapshot::id).orElse(0L);
                    List<GenericRow> rows = Tables.rows(table);
                    assertThat(rows)
                            .as("rows of snapshot %s, %s before", now, newest)
                            .containsExactlyInAnyOrderElementsOf(now == newest ? before : after);
                    assertNextCommitSucceeds(table, rows);
                });
    }

    private static void assertNextCommitSucceeds(Table table, List<GenericRow> rows) {
        GenericRow next = row(RowKind.INSERT, 9, 9, "next");
        Tables.commit(table, "next", 1, List.of(next));
        assertThat(Tables.rows(table))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(rows.stream(), Stream.of(next)).toList());
    }

    private interface Work {
        void run(Warehouse warehouse, ManualEnv env);
    }

    private interface Verification {
        void verify(MemoryFileIO store);
    }

    private static Stream<DynamicTest> everyCrash(MemoryFileIO prepared, Work work, Verification verification) {
        FaultyFileIO counter = new FaultyFileIO(prepared.copy());
        run(counter, work);
        assertThat(counter.mutations()).as("calls that change the store").isGreaterThan(0);
        return FaultPlan.everyCrash(counter.mutations()).stream()
                .map(crash -> dynamicTest(crash.toString(), () -> {
                    MemoryFileIO store = prepared.copy();
                    FaultyFileIO crashing = new FaultyFileIO(store).plan(crash);
                    try {
                        run(crashing, work);
                    } catch (SimulatedCrash expected) {
                        assertThat(crashing.crashed()).isTrue();
                    }
                    verification.verify(store);
                }));
    }

    private static void run(FaultyFileIO io, Work work) {
        ManualEnv env = ManualEnv.seeded(1);
        work.run(WarehouseOver.of(io, ROOT, env), env);
    }

    /** What a process sees that starts afterwards. */
    private static Warehouse warehouse(MemoryFileIO store) {
        return WarehouseOver.of(store, ROOT, ManualEnv.seeded(store.files().size() + 1000L));
    }

    private static GenericRow row(RowKind kind, int partition, long id, String value) {
        return GenericRow.ofKind(kind, partition, id, value == null ? null : BinaryString.of(value));
    }
}

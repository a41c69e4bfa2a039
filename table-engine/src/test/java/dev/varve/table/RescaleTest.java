package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.SimulatedCrash;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rows stay the same, whatever the number of buckets becomes and whoever writes meanwhile. */
class RescaleTest {
    private static final TableId ID = new TableId("d", "t");

    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Warehouse warehouse = WarehouseOver.of(io, "/w", env);

    private static Table create(Warehouse warehouse, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("bucket", "2"));
        all.putAll(options);
        return warehouse.create(
                ID,
                new TableSpec(
                        List.of(
                                new DataField(0, "p", DataTypes.INT),
                                new DataField(1, "id", DataTypes.BIGINT),
                                new DataField(2, "v", DataTypes.STRING)),
                        List.of("p", "id"),
                        List.of("p"),
                        all,
                        Optional.empty()));
    }

    private static GenericRow row(RowKind kind, int p, long id, String v) {
        return GenericRow.ofKind(kind, p, id, v == null ? null : BinaryString.of(v));
    }

    private static void fill(Table table, long seed) {
        Random random = new Random(seed);
        for (int commit = 1; commit <= 4; commit++) {
            List<GenericRow> rows = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                RowKind kind = random.nextInt(5) == 0 ? RowKind.DELETE : RowKind.INSERT;
                rows.add(row(kind, random.nextInt(2), random.nextInt(50), "v" + commit + "-" + i));
            }
            Tables.commit(table, "writer", commit, rows);
        }
    }

    private static void assertSound(Table table) {
        assertThat(table.maintenance().verify(VerifyRequest.newest().withRows()).problems())
                .isEmpty();
    }

    private static List<Integer> buckets(Table table, String partition) {
        return table.files().stream()
                .filter(file -> file.partition().equals(partition))
                .map(LiveFile::bucket)
                .distinct()
                .sorted()
                .toList();
    }

    @Test
    void rowsStayTheSameWithMoreOrFewerBuckets() {
        Table table = create(warehouse, Map.of());
        fill(table, 1);
        List<GenericRow> before = Tables.rows(table);
        for (int buckets : new int[] {5, 1, 3}) {
            assertThat(table.maintenance().rescale(buckets, List.of())).containsExactlyInAnyOrder("p=0", "p=1");
            table = table.reload();
            assertThat(table.schema().tableOptions().bucket()).isEqualTo(buckets);
            assertThat(Tables.rows(table)).containsExactlyInAnyOrderElementsOf(before);
            assertThat(table.latestSnapshot().orElseThrow().kind()).isEqualTo(CommitKind.OVERWRITE);
            assertThat(buckets(table, "p=0")).hasSize(buckets);
            assertThat(table.files()).as("one run of each bucket, on top").allMatch(file -> file.level() == 5);
            assertSound(table);
            assertThat(table.maintenance().rescale(buckets, List.of())).isEmpty();
        }
        Tables.commit(table, "next", 1, List.of(row(RowKind.INSERT, 0, 3, "newest")));
        assertThat(Tables.rows(table)).contains(row(RowKind.INSERT, 0, 3, "newest"));
        assertSound(table);
    }

    @Test
    void onePartitionIsRescaledAndTheOtherKeepsItsNumber() {
        Table table = create(warehouse, Map.of());
        fill(table, 2);
        List<GenericRow> before = Tables.rows(table);
        assertThat(table.maintenance().rescale(3, List.of(Map.of("p", "1")))).containsExactly("p=1");
        Table after = table.reload();
        assertThat(Tables.rows(after)).containsExactlyInAnyOrderElementsOf(before);
        assertThat(buckets(after, "p=0")).containsExactly(0, 1);
        assertThat(buckets(after, "p=1")).containsExactly(0, 1, 2);
        for (GenericRow row : before) {
            assertThat(after.get(GenericRow.of(row.intAt(0), row.longAt(1)))).isPresent();
        }
        try (TableWriter writer = after.newWriter("w")) {
            writer.write(row(RowKind.INSERT, 1, 7, "new"));
            assertThatThrownBy(() -> writer.write(row(RowKind.INSERT, 0, 7, "old")))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("with a new bucket num 3, but the previous bucket num is 2");
        }
        assertThat(table.maintenance().rescale(3, List.of())).containsExactly("p=0");
        assertSound(after);
    }

    @Test
    void aWriterThatRunsOnIsRefusedAndNothingIsLost() {
        Table table = create(warehouse, Map.of());
        fill(table, 3);
        List<GenericRow> before = Tables.rows(table);
        try (TableWriter running = table.newWriter("running")) {
            running.write(row(RowKind.INSERT, 0, 1, "late"));
            table.maintenance().rescale(4, List.of());
            TableChanges changes = running.prepare();
            assertThatThrownBy(() -> running.commit(changes, 1, Map.of(), Guard.NONE, false))
                    .isInstanceOf(CommitConflictException.class)
                    .hasMessageContaining("rescaled under a running writer: restart the writer");
        }
        Table after = table.reload();
        assertThat(Tables.rows(after)).containsExactlyInAnyOrderElementsOf(before);
        assertSound(after);
    }

    @Test
    void whatWritersKeepIsCarriedOn() {
        Table table = create(warehouse, Map.of());
        try (TableWriter writer = table.newWriter("connector")) {
            writer.write(row(RowKind.INSERT, 0, 1, "a"));
            writer.commit(writer.prepare(), 1, Map.of("varve.offsets.c", "{\"t\":{\"0\":1}}"), Guard.NONE, false);
        }
        table.maintenance().rescale(4, List.of());
        assertThat(table.latestSnapshot().orElseThrow().properties())
                .containsEntry("varve.offsets.c", "{\"t\":{\"0\":1}}");
    }

    @Test
    void storedNullsStayNullsWhateverTheDefaultIsNow() {
        Table table = create(warehouse, Map.of());
        Tables.commit(table, "w", 1, List.of(row(RowKind.INSERT, 0, 1, null)));
        table.evolve(List.of(new SchemaChange.ChangeDefaultValue(List.of("v"), Optional.of("given"))));
        table.reload().maintenance().rescale(3, List.of());
        assertThat(Tables.rows(table.reload())).containsExactly(row(RowKind.INSERT, 0, 1, null));
    }

    @Test
    void aPartitionOfDeletedRowsBecomesEmpty() {
        Table table = create(warehouse, Map.of("write-only", "true"));
        Tables.commit(table, "w", 1, List.of(row(RowKind.INSERT, 0, 1, "a")));
        Tables.commit(table, "w", 2, List.of(row(RowKind.DELETE, 0, 1, null)));
        assertThat(table.maintenance().rescale(3, List.of())).containsExactly("p=0");
        assertThat(table.reload().files()).isEmpty();
        assertSound(table.reload());
    }

    @Test
    void rescaleWritesMoreThanMemoryHolds() {
        Warehouse small = WarehouseOver.of(io, "/w", env, 200_000);
        Table table = create(small, Map.of("write-only", "true"));
        List<GenericRow> rows = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            rows.add(row(RowKind.INSERT, 0, i, "a value that takes some room in memory " + i));
        }
        Tables.commit(table, "w", 1, rows);
        table.maintenance().rescale(7, List.of());
        assertThat(Tables.rows(table.reload())).containsExactlyInAnyOrderElementsOf(rows);
        assertSound(table.reload());
    }

    @Test
    void impossibleNumbersAreRefusedBeforeAnythingChanges() {
        Table table = create(warehouse, Map.of());
        fill(table, 5);
        Optional<Snapshot> before = table.latestSnapshot();
        for (int buckets : new int[] {0, -1, -2}) {
            assertThatThrownBy(() -> table.maintenance().rescale(buckets, List.of()))
                    .isInstanceOf(InvalidInputException.class);
        }
        assertThatThrownBy(() -> table.maintenance().rescale(3, List.of(Map.of("id", "1"))))
                .isInstanceOf(InvalidInputException.class);
        assertThat(table.latestSnapshot()).isEqualTo(before);
        assertThat(table.reload().schema().tableOptions().bucket()).isEqualTo(2);
    }

    /** A process that ends at any moment leaves each partition as it was or rescaled, and the next one finishes. */
    @TestFactory
    Stream<DynamicTest> everyCrashLeavesTheRowsAndCanBeRepeated() {
        MemoryFileIO prepared = new MemoryFileIO();
        Table table = create(WarehouseOver.of(prepared, "/w", ManualEnv.seeded(9)), Map.of());
        fill(table, 6);
        List<GenericRow> rows = Tables.rows(table);
        FaultyFileIO counter = new FaultyFileIO(prepared.copy());
        rescale(counter);
        return FaultPlan.everyCrash(counter.mutations()).stream()
                .map(crash -> DynamicTest.dynamicTest(crash.toString(), () -> {
                    MemoryFileIO store = prepared.copy();
                    FaultyFileIO crashing = new FaultyFileIO(store).plan(crash);
                    try {
                        rescale(crashing);
                    } catch (SimulatedCrash expected) {
                        assertThat(crashing.crashed()).isTrue();
                    }
                    Table next = WarehouseOver.of(store, "/w", ManualEnv.seeded(11))
                            .find(ID)
                            .orElseThrow();
                    assertThat(Tables.rows(next)).containsExactlyInAnyOrderElementsOf(rows);
                    next.maintenance().rescale(3, List.of());
                    Table done = next.reload();
                    assertThat(Tables.rows(done)).containsExactlyInAnyOrderElementsOf(rows);
                    assertThat(buckets(done, "p=1")).containsExactly(0, 1, 2);
                    assertThat(done.maintenance().verify(VerifyRequest.newest()).problems())
                            .isEmpty();
                }));
    }

    private static void rescale(FaultyFileIO store) {
        WarehouseOver.of(store, "/w", ManualEnv.seeded(10))
                .find(ID)
                .orElseThrow()
                .maintenance()
                .rescale(3, List.of());
    }
}

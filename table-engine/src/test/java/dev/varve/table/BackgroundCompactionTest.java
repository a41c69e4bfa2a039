package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.error.CommitConflictException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.ManualExecutor;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Writers whose compactions run when the test says so. */
class BackgroundCompactionTest {
    private static final TableId ID = new TableId("d", "t");

    private final MemoryFileIO store = new MemoryFileIO();
    private final FaultyFileIO io = new FaultyFileIO(store);
    private final ManualEnv env = ManualEnv.create();
    private final ManualExecutor threads = new ManualExecutor();
    private final Table table = WarehouseOver.of(io, "/w", env, threads)
            .create(
                    ID,
                    new TableSpec(
                            List.of(
                                    new DataField(0, "id", DataTypes.INT.notNull()),
                                    new DataField(1, "v", DataTypes.STRING)),
                            List.of("id"),
                            List.of(),
                            Map.of("bucket", "1"),
                            Optional.empty()));
    private long identifier;

    private CommitResult commit(TableWriter writer, TableChanges changes) {
        return writer.commit(changes, ++identifier, Map.of("p", "q"), Guard.NONE, false);
    }

    private CommitResult write(TableWriter writer, int id, String value) {
        writer.write(GenericRow.of(id, BinaryString.of(value)));
        return commit(writer, writer.prepare());
    }

    /** Five commits: one bucket is due. */
    private void crowd(TableWriter writer) {
        for (int i = 0; i < 5; i++) {
            write(writer, i % 2, "round " + i);
        }
    }

    private List<GenericRow> rows() {
        return Tables.rows(table);
    }

    private static List<GenericRow> crowded() {
        return List.of(GenericRow.of(0, BinaryString.of("round 4")), GenericRow.of(1, BinaryString.of("round 3")));
    }

    private long dataFiles() {
        return store.files().stream()
                .filter(file -> file.name().startsWith("data-"))
                .count();
    }

    @Test
    void rowsAreCommittedWhileACompactionWaitsOrRuns() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            assertThat(writer.compactions().queued()).isEqualTo(1);
            assertThat(writer.hasFinishedCompactions()).isFalse();
            // A newer row lands between the plan and the commit of the compaction: it stays newer.
            threads.runAll();
            write(writer, 0, "newer");
            assertThat(table.files()).hasSize(2);
            assertThat(rows())
                    .containsExactly(
                            GenericRow.of(0, BinaryString.of("newer")), GenericRow.of(1, BinaryString.of("round 3")));
            Snapshot newest = table.latestSnapshot().orElseThrow();
            assertThat(newest.kind()).isEqualTo(CommitKind.COMPACT);
            assertThat(newest.properties()).containsEntry("p", "q");
        }
    }

    @Test
    void aCompactionIsCommittedWithoutRows() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            threads.runAll();
            TableChanges changes = writer.prepare();
            assertThat(changes.isEmpty()).isFalse();
            CommitResult result = commit(writer, changes);
            assertThat(result)
                    .isInstanceOfSatisfying(
                            CommitResult.Committed.class,
                            committed -> assertThat(committed.snapshots())
                                    .singleElement()
                                    .satisfies(snapshot -> {
                                        assertThat(snapshot.kind()).isEqualTo(CommitKind.COMPACT);
                                        assertThat(snapshot.properties()).containsEntry("p", "q");
                                    }));
        }
        assertThat(rows()).isEqualTo(crowded());
        assertThat(table.files()).hasSize(1);
    }

    @Test
    void aRefusedCompactionIsDeletedAndDoneAnew() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            threads.runAll();
            long before = dataFiles();
            CommitResult result = writer.commit(
                    writer.prepare(), 99, Map.of(), (latest, history) -> Guard.Verdict.refuse("no"), false);
            assertThat(result).isInstanceOf(CommitResult.Refused.class);
            assertThat(dataFiles()).isEqualTo(before - 1);
            threads.runAll();
            assertThat(writer.hasFinishedCompactions()).isTrue();
            commit(writer, writer.prepare());
        }
        assertThat(table.files()).hasSize(1);
        assertThat(rows()).isEqualTo(crowded());
    }

    @Test
    void ofTwoThatCompactOneBucketOneWins() {
        try (TableWriter one = table.newWriter("one");
                TableWriter two = table.newWriter("two")) {
            crowd(one);
            two.considerCompactions();
            threads.runAll();
            // Both are done, and both are prepared before either is committed.
            TableChanges ones = one.prepare();
            TableChanges twos = two.prepare();
            assertThat(commit(one, ones)).isInstanceOf(CommitResult.Committed.class);
            long files = dataFiles();
            assertThat(commit(two, twos)).isInstanceOf(CommitResult.Empty.class);
            assertThat(dataFiles()).isEqualTo(files - 1);
            assertThat(two.compactions().conflicts()).isEqualTo(1);
            assertThat(two.hasFinishedCompactions()).isFalse();
        }
        assertThat(rows()).isEqualTo(crowded());
        assertThat(table.files()).hasSize(1);
    }

    @Test
    void rowsDoNotSufferFromACompactionThatWasInVain() {
        try (TableWriter one = table.newWriter("one");
                TableWriter two = table.newWriter("two")) {
            crowd(one);
            two.considerCompactions();
            threads.runAll();
            two.write(GenericRow.of(7, BinaryString.of("row")));
            TableChanges twos = two.prepare();
            commit(one, one.prepare());
            assertThat(commit(two, twos)).isInstanceOfSatisfying(CommitResult.Committed.class, committed -> {
                assertThat(committed.snapshots()).hasSize(1);
                assertThat(committed.compactionFailure()).containsInstanceOf(CommitConflictException.class);
            });
            assertThat(rows()).hasSize(3);
        }
    }

    @Test
    void nothingStaleIsCommittedAfterARollback() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            threads.runAll();
            assertThat(writer.hasFinishedCompactions()).isTrue();
            table.maintenance().rollbackToSnapshot(3);
            writer.refreshSequences();
            assertThat(writer.prepare().isEmpty()).isTrue();
            assertThat(writer.compactions().conflicts()).isEqualTo(1);
            assertThat(write(writer, 5, "after")).isInstanceOf(CommitResult.Committed.class);
        }
        assertThat(rows())
                .containsExactly(
                        GenericRow.of(0, BinaryString.of("round 2")),
                        GenericRow.of(1, BinaryString.of("round 1")),
                        GenericRow.of(5, BinaryString.of("after")));
    }

    @Test
    void aFailingStoreLeavesTheTableAsItWasUntilItHeals() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            long files = dataFiles();
            io.plan(FaultPlan.always(
                    call -> call.named("data-") && call.is(StoreCall.Operation.FINISH), Fault.FAIL_BEFORE));
            threads.runAll();
            assertThat(writer.compactions().failed()).isEqualTo(1);
            assertThat(writer.hasFinishedCompactions()).isFalse();
            assertThat(dataFiles()).isEqualTo(files);
            assertThat(rows()).isEqualTo(crowded());
            io.plan(FaultPlan.none());
            // Not before its time.
            writer.considerCompactions();
            threads.runAll();
            assertThat(writer.hasFinishedCompactions()).isFalse();
            env.advance(Duration.ofSeconds(1));
            writer.considerCompactions();
            threads.runAll();
            assertThat(writer.hasFinishedCompactions()).isTrue();
            commit(writer, writer.prepare());
        }
        assertThat(rows()).isEqualTo(crowded());
        assertThat(table.files()).hasSize(1);
    }

    @Test
    void closingLeavesNoFileBehind() {
        TableWriter writer = table.newWriter("w");
        crowd(writer);
        long files = dataFiles();
        threads.runAll();
        assertThat(dataFiles()).isEqualTo(files + 1);
        writer.close();
        assertThat(dataFiles()).isEqualTo(files);
        // Whatever still runs finds its writer gone.
        threads.runAll();
        assertThat(dataFiles()).isEqualTo(files);
        assertThat(rows()).isEqualTo(crowded());
    }

    @Test
    void deletesAreGoneOnceNothingOlderIsLeft() {
        try (TableWriter writer = table.newWriter("w")) {
            crowd(writer);
            threads.runAll();
            commit(writer, writer.prepare());
            writer.write(GenericRow.ofKind(RowKind.DELETE, 0, null));
            commit(writer, writer.prepare());
        }
        assertThat(table.compact("c")).isPresent();
        assertThat(table.files())
                .singleElement()
                .satisfies(file -> assertThat(file.rowCount()).isEqualTo(1));
        assertThat(table.compact("c")).isEmpty();
    }
}

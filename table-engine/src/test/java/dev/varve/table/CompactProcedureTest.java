package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.CompactRequest.Strategy;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compaction outside of writers, of a table whose writers leave it to others. */
class CompactProcedureTest {
    private final ManualEnv env = ManualEnv.create();
    private final Warehouse warehouse = WarehouseOver.of(new MemoryFileIO(), "/w", env);
    private final Table table = warehouse.create(
            new TableId("d", "t"),
            new TableSpec(
                    List.of(
                            new DataField(0, "p", DataTypes.INT),
                            new DataField(1, "id", DataTypes.BIGINT),
                            new DataField(2, "v", DataTypes.STRING)),
                    List.of("p", "id"),
                    List.of("p"),
                    Map.of("bucket", "1", "write-only", "true"),
                    Optional.empty()));

    private void write(int partition, int commits) {
        try (TableWriter writer = table.newWriter("writer")) {
            for (int commit = 1; commit <= commits; commit++) {
                for (long id = 0; id < 5; id++) {
                    writer.write(GenericRow.ofKind(RowKind.INSERT, partition, id, BinaryString.of("v" + commit)));
                }
                writer.commit(writer.prepare(), commit, Map.of("varve.offsets.c", "{}"), Guard.NONE, false);
            }
        }
    }

    private List<Integer> levels(String partition) {
        return table.files().stream()
                .filter(file -> file.partition().equals(partition))
                .map(LiveFile::level)
                .toList();
    }

    private void assertSound(List<GenericRow> rows) {
        assertThat(Tables.rows(table)).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(table.maintenance().verify(VerifyRequest.everything()).problems())
                .isEmpty();
    }

    @Test
    void fullCompactionLeavesOneRunOnTheHighestLevel() {
        write(1, 3);
        write(2, 2);
        List<GenericRow> rows = Tables.rows(table);
        List<Snapshot> snapshots = table.maintenance().compact(CompactRequest.full());
        assertThat(snapshots).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.kind()).isEqualTo(CommitKind.COMPACT);
            assertThat(snapshot.properties()).containsEntry("varve.offsets.c", "{}");
        });
        assertThat(levels("p=1")).containsExactly(5);
        assertThat(levels("p=2")).containsExactly(5);
        assertThat(table.maintenance().compact(CompactRequest.full())).isEmpty();
        assertSound(rows);
    }

    @Test
    void minorCompactionDoesWhatIsDue() {
        write(1, 6);
        write(2, 2);
        List<GenericRow> rows = Tables.rows(table);
        assertThat(table.maintenance().compact(CompactRequest.minor())).isNotEmpty();
        assertThat(levels("p=1")).as("six runs are too many").hasSizeLessThan(6);
        assertThat(levels("p=2")).as("two are not").containsExactly(0, 0);
        assertSound(rows);
    }

    @Test
    void onlyNamedAndIdlePartitionsAreCompacted() {
        write(1, 2);
        write(2, 2);
        env.advance(Duration.ofHours(3));
        write(2, 1);
        write(3, 2);
        var idle = new CompactRequest(Strategy.FULL, List.of(), Optional.of(Duration.ofHours(2)));
        assertThat(table.maintenance().compact(idle)).hasSize(1);
        assertThat(levels("p=1")).containsExactly(5);
        assertThat(levels("p=2")).containsExactly(0, 0, 0);
        var named = new CompactRequest(Strategy.FULL, List.of(Map.of("p", "3")), Optional.empty());
        assertThat(table.maintenance().compact(named)).hasSize(1);
        assertThat(levels("p=3")).containsExactly(5);
        assertThat(levels("p=2")).containsExactly(0, 0, 0);
    }
}

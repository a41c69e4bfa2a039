package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.SchemaChange;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The life of deletion vectors: with what they come, whom they outlive, and who must not lose them. */
class DeletionVectorsTableTest {
    /** So many rows below that a few new ones are not merged with them. */
    private static final int BELOW = 3000;

    private final MemoryFileIO store = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Warehouse warehouse = WarehouseOver.of(store, "/w", env);
    private long identifier;

    private Table create(String... options) {
        Map<String, String> all = new HashMap<>(Map.of("bucket", "1", "deletion-vectors.enabled", "true"));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        Table table = warehouse.create(
                new TableId("d", "t"),
                new TableSpec(
                        List.of(
                                new DataField(0, "p", DataTypes.INT),
                                new DataField(1, "id", DataTypes.INT),
                                new DataField(2, "v", DataTypes.INT)),
                        List.of("p", "id"),
                        List.of("p"),
                        all,
                        Optional.empty()));
        commit(table, IntStream.range(0, BELOW).mapToObj(id -> row(1, id, 0)).toArray(GenericRow[]::new));
        return table;
    }

    private static GenericRow row(int p, int id, int v) {
        return GenericRow.of(p, id, v);
    }

    private static GenericRow delete(int p, int id) {
        GenericRow row = row(p, id, 0);
        row.setKind(RowKind.DELETE);
        return row;
    }

    private void commit(Table table, GenericRow... rows) {
        Tables.commit(table, "varve", ++identifier, Arrays.asList(rows));
    }

    private List<String> changed(Table table) {
        assertThat(table.maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
        List<GenericRow> rows = new ArrayList<>(Tables.rows(table));
        assertThat(rows.stream().map(row -> row.intAt(0) + " " + row.intAt(1)).distinct())
                .as("distinct keys")
                .hasSameSizeAs(rows);
        rows.removeIf(row -> row.intAt(2) == 0);
        return rows.stream().map(GenericRow::toString).sorted().toList();
    }

    private List<Location> vectorFiles() {
        return store.files().stream()
                .filter(file -> file.toString().contains("/index/"))
                .toList();
    }

    @Test
    void replacedRowsAreMarkedInTheFilesThatHoldThem() {
        Table table = create();
        assertThat(vectorFiles()).isEmpty();
        commit(table, row(1, 7, 1), delete(1, 8));
        assertThat(changed(table)).containsExactly("+I[1, 7, 1]");
        assertThat(Tables.rows(table)).hasSize(BELOW - 1);
        assertThat(table.files()).as("the rows below are not rewritten").hasSize(2);
        assertThat(vectorFiles()).hasSize(1);
        assertThat(table.get(GenericRow.of(1, 8))).isEmpty();
        assertThat(table.get(GenericRow.of(1, 7)).orElseThrow().intAt(2)).isOne();
        assertThat(Tables.rows(table.scan().where("id = 8"))).isEmpty();
        assertThat(Tables.rows(table.scan().where("v = 0"))).hasSize(BELOW - 2);
        assertThat(table.scan().plan().splits().stream()
                        .mapToLong(split -> split.rowCount().orElseThrow())
                        .sum())
                .isEqualTo(BELOW - 1);
    }

    @Test
    void aFullCompactionLeavesNoDeletedRows() {
        Table table = create();
        commit(table, row(1, 7, 1), delete(1, 8));
        long before = table.latestSnapshot().orElseThrow().id();
        table.maintenance().compact(CompactRequest.full());
        assertThat(table.latestSnapshot().orElseThrow().indexManifest()).isEmpty();
        assertThat(changed(table)).containsExactly("+I[1, 7, 1]");
        assertThat(Tables.rows(table.scan().snapshot(before))).hasSize(BELOW - 1);
        assertThat(table.maintenance().compact(CompactRequest.full())).isEmpty();
    }

    /** A new row deletes the only row of the file above: what is left is one run on the highest level, with a vector. */
    @Test
    void filesOnTheHighestLevelAreRewrittenForTheirVectors() {
        Table table = create();
        commit(table, delete(1, 8));
        assertThat(table.files()).hasSize(1);
        assertThat(vectorFiles()).hasSize(1);
        table.maintenance().compact(CompactRequest.full());
        assertThat(table.latestSnapshot().orElseThrow().indexManifest()).isEmpty();
        assertThat(table.files().get(0).rowCount()).isEqualTo(BELOW - 1);
        assertThat(Tables.rows(table)).hasSize(BELOW - 1);
    }

    @Test
    void vectorsOfADroppedPartitionGo() {
        Table table = create();
        commit(table, IntStream.range(0, BELOW).mapToObj(id -> row(2, id, 0)).toArray(GenericRow[]::new));
        commit(table, delete(1, 8), delete(2, 9));
        assertThat(vectorFiles()).hasSize(2);
        table.maintenance().dropPartitions(List.of(Map.of("p", "1")));
        assertThat(Tables.rows(table)).hasSize(BELOW - 1);
        table.maintenance().truncate();
        assertThat(table.latestSnapshot().orElseThrow().indexManifest()).isEmpty();
        commit(table, row(1, 8, 5), row(2, 9, 5));
        assertThat(changed(table)).containsExactly("+I[1, 8, 5]", "+I[2, 9, 5]");
    }

    @Test
    void vectorFilesExpireWithTheirSnapshots() {
        Table table = create("snapshot.num-retained.min", "1", "snapshot.num-retained.max", "1");
        for (int i = 1; i <= 4; i++) {
            commit(table, row(1, i, i));
        }
        assertThat(vectorFiles()).hasSize(1);
        env.advance(Duration.ofDays(3));
        assertThat(table.maintenance()
                        .orphans(Duration.ofDays(1), true, file -> {})
                        .files())
                .isZero();
        assertThat(changed(table)).hasSize(4);
    }

    @Test
    void rescaledRowsStayDeleted() {
        Table table = create();
        commit(table, row(1, 7, 1), delete(1, 8));
        table.maintenance().rescale(3, List.of());
        assertThat(table.latestSnapshot().orElseThrow().indexManifest()).isEmpty();
        Table rescaled = table.reload();
        assertThat(changed(rescaled)).containsExactly("+I[1, 7, 1]");
        commit(rescaled, delete(1, 9));
        assertThat(Tables.rows(rescaled)).hasSize(BELOW - 2);
    }

    /** Each of the two marks other rows of the same file, and neither replaces a file that the other knows of. */
    @Test
    void twoWritersThatCompactOneBucketLoseNoMarks() {
        Table table = create();
        try (TableWriter first = table.newWriter("first");
                TableWriter second = table.newWriter("second")) {
            first.write(row(1, 1, 1));
            second.write(row(1, 2, 2));
            TableChanges ofFirst = first.prepare();
            TableChanges ofSecond = second.prepare();
            first.commit(ofFirst, 1, Map.of(), Guard.NONE, false);
            CommitResult result = second.commit(ofSecond, 1, Map.of(), Guard.NONE, false);
            assertThat(((CommitResult.Committed) result).compactionFailure())
                    .hasValueSatisfying(failure ->
                            assertThat(failure).hasMessageContaining("another writer has compacted the bucket"));
            assertThat(changed(table)).containsExactly("+I[1, 1, 1]");
            second.write(row(1, 3, 3));
            second.commit(second.prepare(), 2, Map.of(), Guard.NONE, false);
        }
        assertThat(changed(table)).containsExactly("+I[1, 1, 1]", "+I[1, 2, 2]", "+I[1, 3, 3]");
        env.advance(Duration.ofDays(3));
        assertThat(table.maintenance()
                        .orphans(Duration.ofDays(1), true, file -> {})
                        .files())
                .as("what was in vain is gone")
                .isZero();
    }

    /** The second rewrites the file in which the first marks a row, and has no vector to drop. */
    @Test
    void marksInAFileThatIsRewrittenMeanwhileAreNotCommitted() {
        Table table = create();
        try (TableWriter first = table.newWriter("first")) {
            first.write(row(1, 1, 1));
            TableChanges ofFirst = first.prepare();
            Table rewriting =
                    table.evolve(List.of(new SchemaChange.SetOption("compaction.force-rewrite-all-files", "true")));
            assertThat(rewriting.maintenance().compact(CompactRequest.full())).hasSize(1);
            CommitResult result = first.commit(ofFirst, 1, Map.of(), Guard.NONE, false);
            assertThat(((CommitResult.Committed) result).compactionFailure())
                    .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("rows of data file"));
        }
        assertThat(changed(table)).isEmpty();
        commit(table, row(1, 2, 2));
        assertThat(changed(table)).containsExactly("+I[1, 1, 1]", "+I[1, 2, 2]");
    }

    @Test
    void whatIsGivenUpLeavesNoFiles() {
        Table table = create();
        List<Location> before = store.files();
        try (TableWriter writer = table.newWriter("u")) {
            writer.write(row(1, 1, 1));
            writer.prepare();
            assertThat(vectorFiles()).hasSize(1);
            writer.discard();
            assertThat(store.files()).isEqualTo(before);
            writer.write(row(1, 1, 1));
            writer.prepare();
        }
        assertThat(store.files()).isEqualTo(before);
        try (TableWriter writer = table.newWriter("u")) {
            writer.write(row(1, 1, 1));
            writer.commit(writer.prepare(), 1, Map.of(), (latest, history) -> Guard.Verdict.refuse("no"), false);
        }
        assertThat(store.files()).isEqualTo(before);
    }

    /** Until they are compacted, new rows are not seen, and the rows that they replace are. */
    @Test
    void rowsOfLevelZeroAreNotSeenYet() {
        Table table = create("write-only", "true");
        assertThat(Tables.rows(table)).isEmpty();
        table.maintenance().compact(CompactRequest.full());
        commit(table, row(1, 7, 1), delete(1, 8), row(1, BELOW, 5));
        assertThat(changed(table)).isEmpty();
        assertThat(Tables.rows(table)).hasSize(BELOW);
        assertThat(table.get(GenericRow.of(1, 7)).orElseThrow().intAt(2)).isZero();
        assertThat(table.get(GenericRow.of(1, 8))).isPresent();
        table.maintenance().compact(CompactRequest.minor());
        assertThat(changed(table)).containsExactly("+I[1, " + BELOW + ", 5]", "+I[1, 7, 1]");
        assertThat(vectorFiles()).hasSize(1);
    }

    @Test
    void theModeChangesOnlyWithPermissionAndAFullCompaction() {
        Table table = create("deletion-vectors.enabled", "false");
        commit(table, row(1, 7, 1), delete(1, 8));
        List<SchemaChange> on = List.of(new SchemaChange.SetOption("deletion-vectors.enabled", "true"));
        assertThatThrownBy(() -> table.evolve(on))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("deletion-vectors.modifiable");
        Table marking = table.evolve(List.of(new SchemaChange.SetOption("deletion-vectors.modifiable", "true")))
                .evolve(on);
        marking.maintenance().compact(CompactRequest.full());
        commit(marking, row(1, 9, 2));
        assertThat(changed(marking)).containsExactly("+I[1, 7, 1]", "+I[1, 9, 2]");
        assertThat(vectorFiles()).hasSize(1);

        Table merging = marking.evolve(List.of(new SchemaChange.SetOption("deletion-vectors.enabled", "false")));
        assertThatThrownBy(() -> merging.maintenance().compact(CompactRequest.full()))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("deletion vectors")
                .hasMessageContaining("compact the table fully first");
    }

    @Test
    void aDamagedFileIsNamed() {
        Table table = create();
        commit(table, delete(1, 8));
        Location file = vectorFiles().get(0);
        byte[] bytes = store.readAll(file);
        bytes[bytes.length - 5] ^= 1;
        store.put(file, bytes);
        Table damaged = WarehouseOver.table(store, "/w/d.db/t", env);
        assertThatThrownBy(() -> Tables.rows(damaged))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("checksum");
        assertThat(damaged.maintenance().verify(new VerifyRequest(false, false)).problems())
                .hasSize(1)
                .first()
                .asString()
                .contains("checksum");
    }
}

package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is written is what readers of changes get ({@code changelog-producer=input}). */
class InputChangelogTest {
    private static final List<DataField> FIELDS = List.of(
            new DataField(0, "k", DataTypes.INT.notNull()),
            new DataField(1, "v", DataTypes.INT),
            new DataField(2, "s", DataTypes.STRING));

    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private long identifier;

    private Table create(Map<String, String> more) {
        var options = new HashMap<>(Map.of("bucket", "1", "changelog-producer", "input"));
        options.putAll(more);
        return WarehouseOver.of(io, "/w", env)
                .create(
                        new TableId("d", "t"),
                        new TableSpec(FIELDS, List.of("k"), List.of(), options, Optional.empty()));
    }

    private static GenericRow row(String kind, Integer k, Integer v) {
        return GenericRow.ofKind(RowKind.parse(kind), k, v, null);
    }

    private CommitResult commit(Table table, GenericRow... rows) {
        return Tables.commit(table, "varve", ++identifier, List.of(rows));
    }

    private List<String> files(String prefix) {
        return io.list(Location.of("/w/d.db/t/bucket-0")).stream()
                .map(FileEntry::name)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    static List<String> changes(ChangelogScan scan) {
        List<String> changes = new ArrayList<>();
        try (ChangelogCursor cursor = scan.open()) {
            while (cursor.advance()) {
                GenericRow row = GenericRow.copyOf(cursor.row(), cursor.type());
                changes.add(cursor.snapshotId() + " " + row.kind().shortName() + " " + row.valueAt(0) + " "
                        + row.valueAt(1));
            }
        }
        return changes;
    }

    @Test
    void everyRowIsToldAsItWasWrittenWithItsSnapshot() {
        Table table = create(Map.of());
        commit(table, row("+I", 2, 1), row("+I", 1, 1), row("-U", 2, 1), row("+U", 2, 2));
        commit(table, row("-D", 1, 1), row("+I", 1, 3), row("-D", 9, null));
        assertThat(changes(table.changelog()))
                .containsExactly("1 +I 1 1", "1 +I 2 1", "1 -U 2 1", "1 +U 2 2", "2 -D 1 1", "2 +I 1 3", "2 -D 9 null");
        Snapshot first = table.snapshots().get(0);
        assertThat(first.changelogRecordCount()).isEqualTo(OptionalLong.of(4));
        assertThat(first.changelogManifestListSize()).isPresent();
        assertThat(first.deltaRecordCount()).isEqualTo(2);
        assertThat(files("changelog-")).hasSize(2);
    }

    /** Versions of a key that stay apart lie in several data files; the changelog has each of them once. */
    @Test
    void aFlushOfSeveralLayersTellsEachRowOnce() {
        Table table = create(Map.of(
                "merge-engine",
                "aggregation",
                "fields.v.aggregate-function",
                "product",
                "fields.s.aggregate-function",
                "last_value"));
        GenericRow[] rows = IntStream.range(0, 40)
                .mapToObj(i -> row(i % 2 == 0 ? "+I" : "-U", 1, i + 1))
                .toArray(GenericRow[]::new);
        commit(table, rows);
        assertThat(files("data-").size()).isGreaterThan(16);
        assertThat(changes(table.changelog()))
                .containsExactly(IntStream.range(0, 40)
                        .mapToObj(i -> "1 " + (i % 2 == 0 ? "+I" : "-U") + " 1 " + (i + 1))
                        .toArray(String[]::new));
    }

    /** A table without room for its rows flushes them early: nothing is told twice, and nothing is lost. */
    @Test
    void earlyFlushesOfOneCommitAreToldTogether() {
        Table table = create(Map.of("write-buffer-size", "256 kb", "write-buffer-spillable", "false"));
        int rows = 20_000;
        try (TableWriter writer = table.newWriter("varve")) {
            for (int i = 0; i < rows; i++) {
                writer.write(row("+I", i % 1000, i));
            }
            writer.commit(writer.prepare(), 1, Map.of(), Guard.NONE, false);
        }
        assertThat(files("data-").size()).isGreaterThan(1);
        List<String> changes = changes(table.changelog());
        assertThat(changes).hasSize(rows).doesNotHaveDuplicates();
        assertThat(changes.stream()
                        .filter(change -> change.startsWith("1 +I 7 "))
                        .map(change -> Integer.parseInt(change.split(" ")[3])))
                .as("versions of a key in order")
                .isSorted()
                .hasSize(rows / 1000);
        assertThat(table.latestSnapshot().orElseThrow().changelogRecordCount()).isEqualTo(OptionalLong.of(rows));
    }

    @Test
    void whatIsDiscardedOrRefusedLeavesNoFile() {
        Table table = create(Map.of());
        try (TableWriter writer = table.newWriter("varve")) {
            writer.write(row("+I", 1, 1));
            writer.prepare();
            assertThat(files("changelog-")).hasSize(1);
            writer.discard();
            assertThat(files("")).isEmpty();
            writer.write(row("+I", 1, 2));
            CommitResult refused = writer.commit(
                    writer.prepare(),
                    1,
                    Map.of(),
                    (latest, history) -> Guard.Verdict.refuse("another task has landed it"),
                    false);
            assertThat(refused).isInstanceOf(CommitResult.Refused.class);
            assertThat(files("")).isEmpty();
            writer.write(row("+I", 1, 3));
            writer.commit(writer.prepare(), 2, Map.of(), Guard.NONE, false);
        }
        assertThat(changes(table.changelog())).containsExactly("1 +I 1 3");
    }

    @Test
    void filesAreNamedAndWrittenAsTheOptionsSay() {
        Table table = create(Map.of(
                "changelog-file.prefix",
                "what-happened-",
                "changelog-file.compression",
                "none",
                "changelog-file.stats-mode",
                "none",
                "file.compression",
                "zstd"));
        GenericRow[] rows =
                IntStream.range(0, 2_000).mapToObj(i -> row("+I", i, 7)).toArray(GenericRow[]::new);
        commit(table, rows);
        assertThat(files("what-happened-")).hasSize(1);
        assertThat(files("changelog-")).isEmpty();
        Location directory = Location.of("/w/d.db/t/bucket-0");
        long changelog = io.readAll(directory.child(files("what-happened-").get(0))).length;
        long data = io.readAll(directory.child(files("data-").get(0))).length;
        assertThat(changelog).isGreaterThan(data);
        assertThat(changes(table.changelog())).hasSize(2_000);
    }

    @Test
    void aCompactionTellsNothing() {
        Table table = create(Map.of());
        commit(table, row("+I", 1, 1));
        commit(table, row("-D", 1, 1));
        table.maintenance().compact(CompactRequest.full());
        assertThat(changes(table.changelog())).containsExactly("1 +I 1 1", "2 -D 1 1");
        assertThat(table.latestSnapshot().orElseThrow().changelogManifestList()).isEmpty();
        assertThat(table.maintenance().verify(new VerifyRequest(true, true)).problems())
                .isEmpty();
    }

    /** An overwrite changes nothing that readers of changes should hear of. */
    @Test
    void rescalingTellsNothingAndLeavesNoFiles() {
        Table table = create(Map.of());
        commit(table, row("+I", 1, 1), row("+I", 2, 2));
        table.maintenance().rescale(2, List.of());
        assertThat(changes(table.reload().changelog())).containsExactly("1 +I 1 1", "1 +I 2 2");
        assertThat(files("changelog-")).hasSize(1);
        assertThat(io.list(Location.of("/w/d.db/t/bucket-1")))
                .noneMatch(file -> file.name().startsWith("changelog-"));
        Tables.commit(table.reload(), "varve", 9, List.of(row("+U", 1, 5)));
        assertThat(changes(table.reload().changelog().after(2))).containsExactly("3 +U 1 5");
    }

    @Test
    void anUnknownSnapshotIsAnError() {
        Table table = create(Map.of());
        assertThat(changes(table.changelog())).isEmpty();
        commit(table, row("+I", 1, 1));
        assertThatThrownBy(() -> changes(table.changelog().after(5)))
                .hasMessageContaining("there are those of snapshots 1 to 1");
    }
}

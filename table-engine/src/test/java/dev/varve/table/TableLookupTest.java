package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableLookupTest {
    private static final int COLUMNS_READ = 5;

    private final MemoryFileIO io = new MemoryFileIO();

    private Table table(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("bucket", "1"));
        all.putAll(options);
        return tableOf(0, all);
    }

    private static GenericRow row(RowKind kind, long id, int version) {
        GenericRow row = GenericRow.of(id, BinaryString.of("name-" + id + "-" + version), version);
        row.setKind(kind);
        return row;
    }

    private static List<GenericRow> rows(int from, int to, int step, int version) {
        return IntStream.range(from, to)
                .filter(i -> i % step == 0)
                .mapToObj(i -> row(RowKind.INSERT, i, version))
                .toList();
    }

    private static GenericRow key(long id) {
        return GenericRow.of(id);
    }

    /** Whatever the shape of the tree, a lookup finds what a scan finds. */
    @Test
    void lookupsFindWhatScansFind() {
        for (int seed = 0; seed < 12; seed++) {
            var random = new Random(seed);
            Map<String, String> options = new HashMap<>(Map.of("bucket", Integer.toString(1 + random.nextInt(3))));
            if (random.nextBoolean()) {
                options.put("file-index.bloom-filter.columns", "id");
                options.put("file-index.bloom-filter.id.items", "100");
                options.put("file-index.in-manifest-threshold", random.nextBoolean() ? "1 b" : "1 kb");
            }
            options.put("ignore-delete", Boolean.toString(random.nextInt(4) == 0));
            options.put("file.block-size", "2 kb");
            Table table = tableOf(seed, options);
            TableLookup lookup = table.lookup();
            for (int commit = 0; commit < 6; commit++) {
                var rows = new ArrayList<GenericRow>();
                for (int i = random.nextInt(400); i > 0; i--) {
                    rows.add(
                            row(random.nextInt(4) == 0 ? RowKind.DELETE : RowKind.INSERT, random.nextInt(500), commit));
                }
                Tables.commit(table, "user", commit, rows);
                if (random.nextInt(4) == 0) {
                    table.compact("compactor");
                }
                lookup.refresh();
                Map<Long, GenericRow> expected = new HashMap<>();
                Tables.rows(table).forEach(row -> expected.put(row.longAt(0), row));
                for (long id = -1; id <= 500; id += 1 + random.nextInt(7)) {
                    assertThat(lookup.find(key(id)))
                            .as("seed %s commit %s id %s", seed, commit, id)
                            .isEqualTo(Optional.<Row>ofNullable(expected.get(id)));
                }
                long any = random.nextInt(500);
                assertThat(table.get(key(any))).isEqualTo(Optional.<Row>ofNullable(expected.get(any)));
            }
        }
    }

    private Table tableOf(int number, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        // Compacted only when a test says so.
        all.put("num-sorted-run.compaction-trigger", "1000");
        var spec = new TableSpec(
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "name", DataTypes.STRING),
                        new DataField(2, "amount", DataTypes.INT)),
                List.of("id"),
                List.of(),
                all,
                Optional.empty());
        return WarehouseOver.of(io, "/warehouse", ManualEnv.create()).create(new TableId("shop", "t" + number), spec);
    }

    @Test
    void afterFullCompactionOneFileAndOneRowGroupAreRead() {
        Table table = table(Map.of("file.block-size", "64 kb"));
        Tables.commit(table, "user", 1, rows(0, 40_000, 1, 1));
        Tables.commit(table, "user", 2, rows(0, 40_000, 3, 2));
        table.compact("compactor");
        assertThat(table.files()).hasSize(1);

        TableLookup lookup = table.lookup();
        for (int i = 0; i < 50; i++) {
            long id = i * 797L;
            LookupStatistics before = lookup.statistics();
            assertThat(lookup.find(key(id)).orElseThrow().intAt(2)).isEqualTo(id % 3 == 0 ? 2 : 1);
            LookupStatistics after = lookup.statistics();
            assertThat(after.filesOpened() - before.filesOpened()).isEqualTo(1);
            assertThat(after.rowGroupsRead() - before.rowGroupsRead()).isEqualTo(1);
            assertThat(after.pagesRead() - before.pagesRead()).isLessThanOrEqualTo(COLUMNS_READ);
        }
        assertThat(lookup.statistics().rowGroupsSkipped()).isPositive();
        assertThat(lookup.statistics().viewsLoaded()).isEqualTo(1);
    }

    /** Rows of one page share its decompression, whoever looks for them. */
    @Test
    void pagesThatLookupsHaveReadAreKept() {
        Table table = table(Map.of());
        Tables.commit(table, "user", 1, rows(0, 60_000, 1, 1));
        table.compact("compactor");

        TableLookup lookup = table.lookup();
        assertThat(lookup.find(key(30_000)).orElseThrow().intAt(2)).isEqualTo(1);
        long read = lookup.statistics().pagesRead();
        assertThat(read).isPositive();
        for (long id = 29_000; id < 31_000; id += 97) {
            assertThat(lookup.find(key(id))).contains(row(RowKind.INSERT, id, 1));
        }
        assertThat(lookup.statistics().pagesRead()).isEqualTo(read);
        assertThat(table.get(key(30_001))).contains(row(RowKind.INSERT, 30_001, 1));
        assertThat(Tables.rows(table)).hasSize(60_000);
    }

    @Test
    void keysOutsideOfAllRangesOpenNothing() {
        Table table = table(Map.of());
        Tables.commit(table, "user", 1, rows(100, 200, 1, 1));
        TableLookup lookup = table.lookup();

        assertThat(lookup.find(key(99))).isEmpty();
        assertThat(lookup.find(key(200))).isEmpty();
        assertThat(lookup.statistics().filesOpened()).isZero();
    }

    @Test
    void theFirstHitEndsTheSearch() {
        Table table = table(Map.of());
        Tables.commit(table, "user", 1, rows(0, 100, 1, 1));
        Tables.commit(table, "user", 2, rows(0, 100, 1, 2));
        Tables.commit(table, "user", 3, List.of(row(RowKind.DELETE, 7, 3), row(RowKind.INSERT, 90, 3)));
        TableLookup lookup = table.lookup();

        assertThat(lookup.find(key(7))).isEmpty();
        assertThat(lookup.statistics().filesOpened()).isEqualTo(1);
        assertThat(lookup.find(key(8)).orElseThrow().intAt(2)).isEqualTo(2);
        assertThat(lookup.statistics().filesOpened()).isLessThanOrEqualTo(3);
    }

    /** A file whose key range holds the key is not opened if its filter says no. */
    @Test
    void bloomFiltersKeepFilesClosed() {
        for (String threshold : List.of("10 kb", "0 b")) {
            Table table = tableOf(
                    threshold.length(),
                    Map.of(
                            "bucket", "1",
                            "file-index.bloom-filter.columns", "id",
                            "file-index.bloom-filter.id.items", "1000",
                            "file-index.bloom-filter.id.fpp", "0.001",
                            "file-index.in-manifest-threshold", threshold));
            for (int part = 0; part < 5; part++) {
                int residue = part;
                Tables.commit(
                        table,
                        "user",
                        part,
                        IntStream.range(0, 1000)
                                .filter(i -> i % 5 == residue)
                                .mapToObj(i -> row(RowKind.INSERT, i, residue))
                                .toList());
            }
            TableLookup lookup = table.lookup();
            for (int i = 10; i < 110; i++) {
                assertThat(lookup.find(key(i)).orElseThrow().intAt(2)).isEqualTo(i % 5);
            }
            assertThat(lookup.statistics().filesOpened()).as(threshold).isBetween(100L, 105L);
            assertThat(lookup.statistics().filesSkipped()).as(threshold).isGreaterThan(150L);
        }
    }

    @Test
    void aViewStaysUntilItIsRefreshed() {
        Table table = table(Map.of());
        TableLookup lookup = table.lookup();
        assertThat(lookup.snapshot()).isEmpty();
        Tables.commit(table, "user", 1, rows(0, 10, 1, 1));

        assertThat(lookup.find(key(3))).isEmpty();
        assertThat(table.get(key(3))).isPresent();
        lookup.refresh();
        assertThat(lookup.find(key(3))).isPresent();
        lookup.refresh();
        assertThat(lookup.statistics().viewsLoaded()).isEqualTo(1);
        assertThat(lookup.snapshot().orElseThrow().id()).isEqualTo(1);
    }

    /** A view of files that are gone looks at the newest snapshot by itself. */
    @Test
    void anExpiredViewIsRenewed() {
        Table table = table(Map.of());
        Tables.commit(table, "user", 1, rows(0, 10, 1, 1));
        TableLookup lookup = table.lookup();
        String gone = table.files().get(0).name();
        Tables.commit(table, "user", 2, rows(0, 10, 1, 2));
        table.compact("compactor");
        io.files().stream().filter(file -> file.name().equals(gone)).forEach(io::delete);

        assertThat(lookup.find(key(3)).orElseThrow().intAt(2)).isEqualTo(2);
    }

    @Test
    void aKeyMustBeComplete() {
        TableLookup lookup = table(Map.of()).lookup();
        assertThatThrownBy(() -> lookup.find(GenericRow.of(1L, 2L)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 columns [id], got 2");
        assertThatThrownBy(() -> lookup.find(GenericRow.of((Object) null)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("id cannot be null");
    }
}

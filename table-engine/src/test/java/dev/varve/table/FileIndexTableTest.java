package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.testing.GoldenTables;
import dev.varve.table.testing.MemoryTempDir;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.paimon.fileindex.FileIndexPredicate;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.predicate.PredicateBuilder;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.DataSplit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with Bloom filters, beside Apache Paimon Java. */
class FileIndexTableTest {
    @TempDir(factory = MemoryTempDir.class)
    private Path directory;

    private TableEngine engine;

    @BeforeEach
    void startEngine() {
        engine = TableEngine.start(EngineSettings.defaults());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private static TableSpec spec(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of(
                "bucket", "1",
                "file-index.bloom-filter.columns", "id, name",
                "file-index.bloom-filter.id.items", "300",
                "file-index.bloom-filter.name.items", "300",
                "file-index.bloom-filter.name.fpp", "0.001",
                "num-sorted-run.compaction-trigger", "1000"));
        all.putAll(options);
        return new TableSpec(
                List.of(
                        new DataField(0, "id", DataTypes.BIGINT.notNull()),
                        new DataField(1, "name", DataTypes.STRING),
                        new DataField(2, "amount", DataTypes.INT)),
                List.of("id"),
                List.of(),
                all,
                Optional.empty());
    }

    private static List<GenericRow> rows(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> GenericRow.of((long) i, i % 10 == 0 ? null : BinaryString.of("name-" + i), i))
                .toList();
    }

    private List<String> names(Path location) throws IOException {
        try (Stream<Path> files = Files.list(location.resolve("bucket-0"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Paimon finds the filters where they are, and they tell it what is in the file and what is not. */
    @ParameterizedTest
    @ValueSource(strings = {"10 kb", "100 b"})
    void paimonReadsOurFilters(String threshold) throws Exception {
        Path location = directory.resolve("ours");
        Table table = engine.create(location.toString(), spec(Map.of("file-index.in-manifest-threshold", threshold)));
        Tables.commit(table, "user", 1, rows(0, 200));
        Tables.commit(table, "user", 2, rows(100, 300));
        table.compact("compactor");
        PaimonTable paimon = new PaimonTable(location, Files.createDirectories(directory.resolve("tmp")));

        assertThat(paimon.rows(table.schema().rowType())).containsExactlyInAnyOrderElementsOf(rows(0, 300));
        FileStoreTable opened = paimon.open();
        List<org.apache.paimon.io.DataFileMeta> files = opened.newScan().plan().splits().stream()
                .flatMap(split -> ((DataSplit) split).dataFiles().stream())
                .toList();
        assertThat(files).hasSize(1);
        boolean isEmbedded = files.get(0).embeddedIndex() != null;
        assertThat(isEmbedded).isEqualTo(threshold.equals("10 kb"));
        var builder = new PredicateBuilder(opened.rowType());
        try (FileIndexPredicate index = index(location, opened, files.get(0))) {
            for (int i = 0; i < 300; i++) {
                assertThat(index.evaluate(builder.equal(0, (long) i)).remain()).isTrue();
                if (i % 10 != 0) {
                    var name = org.apache.paimon.data.BinaryString.fromString("name-" + i);
                    assertThat(index.evaluate(builder.equal(1, name)).remain()).isTrue();
                }
            }
            var absent = org.apache.paimon.data.BinaryString.fromString("nobody");
            assertThat(index.evaluate(builder.equal(1, absent)).remain()).isFalse();
        }
    }

    private static FileIndexPredicate index(Path location, FileStoreTable table, org.apache.paimon.io.DataFileMeta file)
            throws IOException {
        if (file.embeddedIndex() != null) {
            return new FileIndexPredicate(file.embeddedIndex(), table.rowType());
        }
        assertThat(file.extraFiles()).containsExactly(file.fileName() + ".index");
        var path = new org.apache.paimon.fs.Path(
                location.resolve("bucket-0").resolve(file.extraFiles().get(0)).toString());
        return new FileIndexPredicate(path, LocalFileIO.create(), table.rowType());
    }

    /** Both engines in turn: each compacts what the other has indexed. */
    @Test
    void bothWriteOnTopOfIndexedFiles() throws Exception {
        Path location = directory.resolve("both");
        Table table = engine.create(location.toString(), spec(Map.of("file-index.in-manifest-threshold", "0 b")));
        PaimonTable paimon = new PaimonTable(location, Files.createDirectories(directory.resolve("tmp")));
        Tables.commit(table, "user", 1, rows(0, 100));
        paimon.commit(rows(50, 150), table.schema().rowType());
        paimon.compact();
        Tables.commit(table, "user", 2, rows(120, 200));
        table.compact("compactor");

        assertThat(paimon.rows(table.schema().rowType())).containsExactlyInAnyOrderElementsOf(rows(0, 200));
        assertThat(Tables.rows(table)).containsExactlyInAnyOrderElementsOf(rows(0, 200));
        TableLookup lookup = table.lookup();
        for (int i = 0; i < 200; i += 7) {
            assertThat(lookup.find(GenericRow.of((long) i)))
                    .contains(rows(i, i + 1).get(0));
        }
    }

    /** Paimon's filters, in the manifest and beside the file, keep files closed for us. */
    @Test
    void ourReadsUsePaimonsFilters() throws Exception {
        Path location = directory.resolve("paimons");
        PaimonTable paimon = new PaimonTable(location, Files.createDirectories(directory.resolve("tmp")));
        paimon.create(spec(Map.of("file-index.in-manifest-threshold", "0 b", "write-only", "true")));
        Table table = engine.open(location.toString());
        for (int part = 0; part < 4; part++) {
            int residue = part;
            paimon.commit(
                    rows(0, 200).stream()
                            .filter(row -> row.longAt(0) % 4 == residue)
                            .toList(),
                    table.schema().rowType());
        }
        TableLookup lookup = table.lookup();
        for (int i = 10; i < 190; i++) {
            assertThat(lookup.find(GenericRow.of((long) i)))
                    .contains(rows(i, i + 1).get(0));
        }
        assertThat(lookup.statistics().filesSkipped()).isGreaterThan(200);
        assertThat(lookup.statistics().filesOpened()).isLessThan(180 + 60);
    }

    @Test
    void theGoldenTableIsRead() {
        Table table = engine.open(GoldenTables.table("file_index_bloom").toString());
        List<GenericRow> all = Tables.rows(table);
        for (GenericRow row : all) {
            assertThat(table.get(GenericRow.of(row.intAt(0)))).contains(row);
            String name = row.stringAt(1).toString();
            assertThat(Tables.rows(table.scan().where("name = '" + name + "'"))).containsExactly(row);
        }
        assertThat(Tables.rows(table.scan().where("name = 'nobody'"))).isEmpty();
    }

    /** An index lives as long as its data file: whatever deletes one deletes the other. */
    @Test
    void indexesGoWithTheirFiles() throws IOException {
        Path location = directory.resolve("discarded");
        Table table = engine.create(location.toString(), spec(Map.of("file-index.in-manifest-threshold", "0 b")));
        Tables.commit(table, "user", 1, rows(0, 10));
        List<String> committed = names(location);
        assertThat(committed).hasSize(2).anyMatch(name -> name.endsWith(".parquet.index"));

        try (TableWriter writer = table.newWriter("user")) {
            rows(0, 20).forEach(writer::write);
            CommitResult refused = writer.commit(
                    writer.prepare(), 2, Map.of(), (latest, history) -> Guard.Verdict.refuse("not today"), false);
            assertThat(refused).isInstanceOf(CommitResult.Refused.class);
            assertThat(names(location)).isEqualTo(committed);
        }
    }

    @Test
    void discardDeletesTheIndexesOfFilesThatWereFlushedEarly() throws IOException {
        Path location = directory.resolve("early");
        try (TableEngine small = TableEngine.start(EngineSettings.defaults().withMemoryBytes(1 << 20))) {
            Table table = small.create(
                    location.toString(),
                    spec(Map.of("file-index.in-manifest-threshold", "0 b", "write-buffer-spillable", "false")));
            Tables.commit(table, "user", 1, rows(0, 10));
            List<String> committed = names(location);
            try (TableWriter writer = table.newWriter("user")) {
                rows(0, 30_000).forEach(writer::write);
                assertThat(names(location).stream().filter(name -> name.endsWith(".index")))
                        .hasSizeGreaterThan(1);
                writer.discard();
                assertThat(names(location)).isEqualTo(committed);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file-index.bloom-filter.columns | id,,name | should not have empty column",
                "file-index.bloom-filter.columns | id,id | twice",
                "file-index.bloom-filter.other.fpp | 0.1 | column",
                "file-index.bloom-filter.id.fpp | 1.5 | between 0 and 1",
                "file-index.bloom-filter.id.items | 0 | at least 1",
                "file-index.bloom-filter.id.items | 2000000000 | too large",
            })
    void wrongSettingsAreRefused(String key, String value, String message) {
        String location = directory.resolve("wrong").toString();
        assertThatThrownBy(() -> engine.create(location, spec(Map.of(key, value))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"file-index.bitmap.columns, amount", "file-index.bsi.columns, amount"})
    void indexesThatWeDoNotWriteAreRefused(String key, String value) {
        String location = directory.resolve("refused").toString();
        assertThatThrownBy(() -> engine.create(location, spec(Map.of(key, value))))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("'" + key + "' = '" + value + "'");
    }
}

package dev.varve.table.datafile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DataFileTest {
    private static final BucketId BUCKET = new BucketId(BinaryRow.EMPTY, 3);
    private static final List<DataField> FIELDS = List.of(
            new DataField(0, "name", DataTypes.STRING),
            new DataField(1, "id", DataTypes.INT.notNull()),
            new DataField(2, "note", DataTypes.STRING),
            new DataField(3, "region", DataTypes.STRING.notNull()));

    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Map<Long, TableSchema> schemas = new HashMap<>();
    private final DataFilePaths paths = new DataFilePaths(
            new TableLayout(Location.of("memory://t")),
            new PartitionPath(RowType.ofTypes(List.of()), true, "default", env.zone()));

    private TableSchema schema(long id, List<DataField> fields, Map<String, String> options) {
        var all = new HashMap<>(Map.of("bucket", "4"));
        all.putAll(options);
        TableSchema schema =
                new TableSchema(3, id, fields, 100, List.of(), List.of("region", "id"), all, Optional.empty(), 0);
        schemas.put(id, schema);
        return schema;
    }

    private DataFileWriters writers(TableSchema schema) {
        return new DataFileWriters(io, paths, schema, TableOptions.of(schema.options(), 3), env);
    }

    private DataFileReaders readers(TableSchema schema) {
        return new DataFileReaders(
                io, paths, schemas::get, KeyValueLayout.of(schema.rowType(), schema.trimmedPrimaryKeys()), env.zone());
    }

    private static GenericRow row(String region, int id, String name, String note) {
        return GenericRow.of(text(name), id, text(note), text(region));
    }

    private static BinaryString text(String text) {
        return text == null ? null : BinaryString.of(text);
    }

    private static void write(
            DataFileWriter writer, KeyValueLayout layout, long sequence, RowKind kind, GenericRow row) {
        writer.write(new KeyValue(layout.newKeyView().over(row), sequence, kind, row));
    }

    private List<String> read(DataFileReaders readers, List<DataFileMeta> files) {
        var lines = new ArrayList<String>();
        for (DataFileMeta file : files) {
            try (KeyValueReader reader = readers.open(BUCKET, file)) {
                while (reader.advance()) {
                    KeyValue version = reader.current();
                    lines.add(version.kind().shortName() + " " + version.sequence() + " "
                            + GenericRow.copyOf(version.key(), readers.layout().keyType()) + " "
                            + GenericRow.copyOf(
                                    version.value(), readers.layout().valueType()));
                }
            }
        }
        return lines;
    }

    private DataFileMeta writeOne(DataFileWriters writers, GenericRow... rows) {
        DataFileWriter writer = writers.open(BUCKET, 0, FileSource.APPEND);
        for (int i = 0; i < rows.length; i++) {
            write(writer, writers.layout(), 10 + i, RowKind.INSERT, rows[i]);
        }
        List<DataFileMeta> files = writer.finish();
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    @Test
    void metadataSaysWhatIsInTheFile() {
        for (boolean thin : new boolean[] {false, true}) {
            TableSchema schema = schema(5, FIELDS, Map.of("data-file.thin-mode", Boolean.toString(thin)));
            env.setZone(ZoneId.of("Asia/Tokyo")).setTime(Instant.parse("2026-03-01T20:00:00Z"));
            DataFileWriters writers = writers(schema);
            KeyValueLayout layout = writers.layout();
            DataFileWriter writer = writers.open(BUCKET, 2, FileSource.COMPACT);
            write(writer, layout, 7, RowKind.INSERT, row("a", 5, "x", "first of all the notes there are"));
            write(writer, layout, 3, RowKind.DELETE, row("a", 6, null, null));
            write(writer, layout, 9, RowKind.UPDATE_BEFORE, row("b", 1, null, "zzzzzzzzzzzzzzzzzzzzzzzzz"));
            write(writer, layout, 4, RowKind.UPDATE_AFTER, row("b", 2, "y", null));
            List<DataFileMeta> files = writer.finish();

            assertThat(files).hasSize(1);
            DataFileMeta file = files.get(0);
            assertThat(file.name()).matches("data-[0-9a-f-]{36}-0\\.parquet");
            assertThat(io.find(Location.of("memory://t/bucket-3/" + file.name())))
                    .hasValueSatisfying(found -> assertThat(found.sizeBytes()).isEqualTo(file.sizeBytes()));
            assertThat(file.rowCount()).isEqualTo(4);
            assertThat(file.deleteRowCount()).hasValue(2L);
            assertThat(file.minSequence()).isEqualTo(3);
            assertThat(file.maxSequence()).isEqualTo(9);
            assertThat(file.minKey().stringAt(0)).isEqualTo(text("a"));
            assertThat(file.minKey().intAt(1)).isEqualTo(5);
            assertThat(file.maxKey().stringAt(0)).isEqualTo(text("b"));
            assertThat(file.maxKey().intAt(1)).isEqualTo(2);
            assertThat(file.minKey().kind()).isEqualTo(RowKind.INSERT);
            assertThat(file.schemaId()).isEqualTo(5);
            assertThat(file.level()).isEqualTo(2);
            assertThat(file.source()).hasValue(FileSource.COMPACT);
            assertThat(file.extraFiles()).isEmpty();
            // Local time in Tokyo, written as if it were UTC.
            assertThat(file.creationTimeMillis())
                    .hasValue(Instant.parse("2026-03-02T05:00:00Z").toEpochMilli());

            assertThat(file.keyStats().min().stringAt(0)).isEqualTo(text("a"));
            assertThat(file.keyStats().min().intAt(1)).isEqualTo(1);
            assertThat(file.keyStats().max().intAt(1)).isEqualTo(6);
            assertThat(file.keyStats().nullCounts()).containsExactly(0L, 0L);
            assertThat(file.valueStatsColumns()).isEmpty();
            assertThat(file.valueStats().min().stringAt(2)).isEqualTo(text("first of all the"));
            assertThat(file.valueStats().max().stringAt(2)).isEqualTo(text("zzzzzzzzzzzzzzz{"));
            assertThat(file.valueStats().nullCounts()).containsExactly(2L, 0L, 2L, 0L);

            assertThat(read(readers(schema), files))
                    .containsExactly(
                            "+I 7 +I[a, 5] +I[x, 5, first of all the notes there are, a]",
                            "-D 3 +I[a, 6] +I[null, 6, null, a]",
                            "-U 9 +I[b, 1] +I[null, 1, zzzzzzzzzzzzzzzzzzzzzzzzz, b]",
                            "+U 4 +I[b, 2] +I[y, 2, null, b]");
        }
    }

    @Test
    void physicalColumnsAreThoseOfTheFormat() {
        KeyValueLayout layout = KeyValueLayout.of(schema(0, FIELDS, Map.of()).rowType(), List.of("region", "id"));
        RowType full = new PhysicalLayout(layout, false).type();
        assertThat(full.names())
                .containsExactly(
                        "_KEY_region", "_KEY_id", "_SEQUENCE_NUMBER", "_VALUE_KIND", "name", "id", "note", "region");
        assertThat(full.fields())
                .extracting(DataField::id)
                .containsExactly(1073741826, 1073741824, 2147483646, 2147483645, 0, 1, 2, 3);
        assertThat(full.fields().subList(0, 4)).noneMatch(field -> field.type().nullable());
        RowType thin = new PhysicalLayout(layout, true).type();
        assertThat(thin.names()).containsExactly("_SEQUENCE_NUMBER", "_VALUE_KIND", "name", "id", "note", "region");
    }

    @Test
    void statisticsModesFollowTheRules() {
        Map<String, String> options = Map.of(
                "metadata.stats-mode",
                "full",
                "metadata.stats-keep-first-n-columns",
                "2",
                "fields.note.stats-mode",
                "counts",
                "data-file.thin-mode",
                "true");
        TableSchema schema = schema(0, FIELDS, options);
        DataFileMeta file = writeOne(writers(schema), row("a", 1, "n", "x"));
        // name: first; id: a key, not counted; note: its own; region: a key.
        assertThat(file.valueStatsColumns()).isEmpty();
        assertThat(file.valueStats().min().isNull(2)).isTrue();
        assertThat(file.valueStats().nullCounts()).containsExactly(0L, 0L, 0L, 0L);

        TableSchema none = schema(0, FIELDS, Map.of("metadata.stats-keep-first-n-columns", "1"));
        DataFileMeta dense = writeOne(writers(none), row("a", 1, "n", "x"));
        assertThat(dense.valueStatsColumns()).hasValue(List.of("name"));
        assertThat(dense.valueStats().min().arity()).isEqualTo(1);
        assertThat(dense.keyStats().min().arity()).isEqualTo(2);
    }

    @Test
    void filesRollAtTheTargetSize() {
        TableSchema schema = schema(0, FIELDS, Map.of("target-file-size", "100kb"));
        DataFileWriters writers = writers(schema);
        DataFileWriter writer = writers.open(BUCKET, 0, FileSource.APPEND);
        Random random = new Random(1);
        for (int i = 0; i < 10_500; i++) {
            String noise = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
            write(writer, writers.layout(), i, RowKind.INSERT, row("r", i, noise, null));
        }
        List<DataFileMeta> files = writer.finish();
        assertThat(files).hasSizeBetween(2, 10);
        assertThat(files.stream().mapToLong(DataFileMeta::rowCount).sum()).isEqualTo(10_500);
        long next = 0;
        for (DataFileMeta file : files) {
            assertThat(file.minKey().intAt(1)).isEqualTo((int) next);
            assertThat(file.minSequence()).isEqualTo(next);
            next += file.rowCount();
            assertThat(file.maxKey().intAt(1)).isEqualTo((int) next - 1);
        }
        assertThat(files.subList(0, files.size() - 1))
                .allSatisfy(file -> assertThat(file.rowCount() % 1000).isZero());
        assertThat(read(readers(schema), files)).hasSize(10_500);
    }

    @Test
    void withoutRowsThereIsNoFile() {
        assertThat(writers(schema(0, FIELDS, Map.of()))
                        .open(BUCKET, 0, FileSource.APPEND)
                        .finish())
                .isEmpty();
        assertThat(io.files()).isEmpty();
    }

    @Test
    void abortRemovesFinishedAndUnfinishedFiles() {
        DataFileWriters writers = writers(schema(0, FIELDS, Map.of("target-file-size", "1kb")));
        DataFileWriter writer = writers.open(BUCKET, 0, FileSource.APPEND);
        for (int i = 0; i < 2500; i++) {
            write(writer, writers.layout(), i, RowKind.INSERT, row("r", i, "n" + i * 7919, null));
        }
        assertThat(io.files()).hasSize(2);
        writer.abort();
        assertThat(io.files()).isEmpty();
        writer.abort();
    }

    @Test
    void keysMustAscend() {
        DataFileWriters writers = writers(schema(0, FIELDS, Map.of()));
        DataFileWriter writer = writers.open(BUCKET, 0, FileSource.APPEND);
        write(writer, writers.layout(), 1, RowKind.INSERT, row("b", 1, null, null));
        for (GenericRow notGreater : List.of(row("b", 1, null, null), row("a", 9, null, null))) {
            assertThatThrownBy(() -> write(writer, writers.layout(), 2, RowKind.INSERT, notGreater))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not greater");
        }
    }

    @Test
    void oldFilesReadWithTheColumnsOfToday() {
        DataFileMeta file =
                writeOne(writers(schema(0, FIELDS, Map.of())), row("a", 1, "one", "n1"), row("a", 2, null, "n2"));
        // name renamed and moved, note dropped, note added anew, id widened.
        TableSchema today = schema(
                1,
                List.of(
                        new DataField(3, "region", DataTypes.STRING.notNull()),
                        new DataField(7, "note", DataTypes.STRING),
                        new DataField(1, "id", DataTypes.INT.notNull()),
                        new DataField(0, "title", DataTypes.varchar(2))),
                Map.of());
        assertThat(read(readers(today), List.of(file)))
                .containsExactly("+I 10 +I[a, 1] +I[a, null, 1, on]", "+I 11 +I[a, 2] +I[a, null, 2, null]");
    }

    @Test
    void someColumnsAreEnoughIfTheKeyIsAmongThem() {
        TableSchema schema = schema(0, FIELDS, Map.of());
        DataFileMeta file = writeOne(writers(schema), row("a", 1, "one", "n1"));
        RowType some = schema.rowType().project(2, 1, 3);
        DataFileReaders readers = new DataFileReaders(
                io, paths, schemas::get, KeyValueLayout.of(some, List.of("region", "id")), env.zone());
        assertThat(read(readers, List.of(file))).containsExactly("+I 10 +I[a, 1] +I[n1, 1, a]");
    }

    @Test
    void aMissingFileIsProbablyExpired() {
        TableSchema schema = schema(0, FIELDS, Map.of());
        DataFileMeta file = writeOne(writers(schema), row("a", 1, "one", "n1"));
        io.delete(paths.file(BUCKET, file));
        assertThatThrownBy(() -> read(readers(schema), List.of(file)))
                .isInstanceOfSatisfying(
                        StorageException.class,
                        failure -> assertThat(failure.isNotFound()).isTrue())
                .hasMessageContaining(file.name())
                .hasMessageContaining("expired");
    }

    @Test
    void aFileOfAnotherSizeIsDamaged() {
        TableSchema schema = schema(0, FIELDS, Map.of());
        DataFileMeta file = writeOne(writers(schema), row("a", 1, "one", "n1"));
        Location location = paths.file(BUCKET, file);
        byte[] content = io.readAll(location);
        for (byte[] damaged : List.of(Arrays.copyOf(content, content.length - 9), new byte[0])) {
            io.delete(location);
            io.put(location, damaged);
            assertThatThrownBy(() -> read(readers(schema), List.of(file)))
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining(file.name())
                    .hasMessageContaining("has " + damaged.length + " bytes, its metadata says " + content.length);
        }
    }

    @Test
    void aFileWithOtherRowsIsDamaged() {
        TableSchema schema = schema(0, FIELDS, Map.of());
        DataFileMeta file = writeOne(writers(schema), row("a", 1, "one", "n1"));
        DataFileMeta two = writeOne(writers(schema), row("a", 1, "one", "n1"), row("a", 2, "two", "n2"));
        io.put(paths.file(BUCKET, file), io.readAll(paths.file(BUCKET, two)));
        DataFileMeta claimed = new DataFileMeta(
                file.name(),
                two.sizeBytes(),
                1,
                file.minKey(),
                file.maxKey(),
                file.keyStats(),
                file.valueStats(),
                10,
                10,
                0,
                0,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThatThrownBy(() -> read(readers(schema), List.of(claimed)))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("has 2 rows, its metadata says 1");
    }
}

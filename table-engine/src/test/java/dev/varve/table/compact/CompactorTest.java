package dev.varve.table.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.lsm.Levels;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.Fault;
import dev.varve.table.testing.FaultPlan;
import dev.varve.table.testing.FaultyFileIO;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.testing.StoreCall.Operation;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompactorTest {
    private static final BucketId BUCKET = new BucketId(BinaryRow.EMPTY, 0);
    private static final TableSchema SCHEMA = new TableSchema(
            3,
            0,
            List.of(new DataField(0, "k", DataTypes.INT.notNull()), new DataField(1, "v", DataTypes.STRING)),
            1,
            List.of(),
            List.of("k"),
            Map.of("bucket", "1", "target-file-size", "20kb"),
            Optional.empty(),
            0);
    private static final TableOptions OPTIONS = TableOptions.of(SCHEMA.options(), 3);

    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final DataFilePaths paths = new DataFilePaths(
            new TableLayout(Location.of("memory://t")),
            new PartitionPath(RowType.ofTypes(List.of()), true, "default", env.zone()));
    private final DataFileWriters writers = new DataFileWriters(io, paths, SCHEMA, OPTIONS, env);
    private final DataFileReaders readers = new DataFileReaders(io, paths, id -> SCHEMA, writers.layout(), env.zone());
    private final Random random = new Random(5);
    private long sequence;

    private Compactor compactor(FileIO store) {
        return new Compactor(
                new DataFileWriters(store, paths, SCHEMA, OPTIONS, env),
                readers,
                MergeRules.of(SCHEMA, OPTIONS),
                OPTIONS.targetFileBytes(),
                OpenRuns.UNBOUNDED,
                Compactor.Lookups.NONE);
    }

    private CompactionResult compact(FileIO store, CompactionPlan plan) {
        return compactor(store)
                .compact(BUCKET, BucketVectors.NONE, plan, () -> false)
                .orElseThrow();
    }

    /** A file with the given keys; negative keys are deleted. */
    private DataFileMeta file(int level, int valueBytes, int... keys) {
        DataFileWriter writer = writers.open(BUCKET, level, FileSource.APPEND);
        for (int key : keys) {
            byte[] noise = new byte[valueBytes];
            random.nextBytes(noise);
            BinaryString value = BinaryString.of("s" + sequence + HexFormat.of().formatHex(noise));
            GenericRow row = GenericRow.of(Math.abs(key), value);
            writer.write(new KeyValue(
                    writers.layout().newKeyView().over(row),
                    sequence++,
                    key < 0 ? RowKind.DELETE : RowKind.INSERT,
                    row));
        }
        List<DataFileMeta> files = writer.finish();
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    private CompactionPlan full(DataFileMeta... files) {
        return new FullCompaction(false)
                .pick(
                        BucketView.of(Levels.of(List.of(files), writers.layout().keyOrder(), 6)),
                        env.now().atZone(env.zone()))
                .orElseThrow();
    }

    private List<String> read(List<DataFileMeta> files) {
        var lines = new ArrayList<String>();
        for (DataFileMeta file : files) {
            try (KeyValueReader reader = readers.open(BUCKET, file)) {
                while (reader.advance()) {
                    KeyValue version = reader.current();
                    lines.add(version.kind().shortName() + version.key().intAt(0) + "@" + version.sequence());
                }
            }
        }
        return lines;
    }

    @Test
    void overlappingFilesBecomeOneRunWithoutDeletes() {
        DataFileMeta old = file(5, 10, 1, 2, 3, 4);
        DataFileMeta middle = file(0, 10, 2, -3);
        DataFileMeta newest = file(0, 10, -4, 5);
        CompactionResult result = compact(io, full(old, middle, newest));
        assertThat(result.before()).containsExactlyInAnyOrder(old, middle, newest);
        assertThat(read(result.after())).containsExactly("+I1@0", "+I2@4", "+I5@7");
        assertThat(result.after()).singleElement().satisfies(file -> {
            assertThat(file.level()).isEqualTo(5);
            assertThat(file.source()).hasValue(FileSource.COMPACT);
            assertThat(file.deleteRowCount()).hasValue(0L);
            assertThat(file.minSequence()).isZero();
            assertThat(file.maxSequence()).isEqualTo(7);
        });
        assertThat(result.written()).isEqualTo(result.after());
    }

    @Test
    void deletesStayWhereSomethingOlderMayLieBelow() {
        DataFileMeta below = file(5, 10, 1, 2);
        DataFileMeta first = file(0, 10, 1, 3);
        DataFileMeta second = file(0, 10, -1, -3);
        Levels levels =
                Levels.of(List.of(below, first, second), writers.layout().keyOrder(), 6);
        CompactionPlan upper =
                CompactionPlan.of(levels, levels.runs().subList(0, 2), 4, false, CompactionPlan.Reason.RUN_COUNT);
        assertThat(upper.complete()).isFalse();
        CompactionResult result = compact(io, upper);
        assertThat(read(result.after())).containsExactly("-D1@4", "-D3@5");
        assertThat(result.after().get(0).deleteRowCount()).hasValue(2L);
    }

    @Test
    void largeFilesThatOverlapNothingOnlyChangeTheirLevel() {
        int[] keys = new int[100];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = 1000 + i;
        }
        DataFileMeta large = file(0, 200, keys);
        assertThat(large.sizeBytes()).isGreaterThan(14_336);
        DataFileMeta smallBefore = file(0, 10, 1, 2);
        DataFileMeta smallBehind = file(0, 10, 5000);
        DataFileMeta smallLast = file(0, 10, 6000, 6001);
        CompactionResult result = compact(io, full(smallBefore, large, smallBehind, smallLast));
        assertThat(result.before()).containsExactlyInAnyOrder(smallBefore, large, smallBehind, smallLast);
        // Alone before the large file: nothing to be merged with. Two neighbours behind it: worth rewriting.
        assertThat(result.after())
                .contains(smallBefore.atLevel(5), large.atLevel(5))
                .hasSize(3);
        assertThat(result.written()).hasSize(1);
        assertThat(read(result.written())).hasSize(3);
    }

    @Test
    void aFileWithDeletesIsRewrittenOnTheHighestLevelOnly() {
        DataFileMeta file = file(0, 10, 1, -2, 3);
        CompactionResult top = compact(io, full(file));
        assertThat(read(top.after())).containsExactly("+I1@0", "+I3@2");
        assertThat(top.after().get(0).name()).isNotEqualTo(file.name());

        Levels levels = Levels.of(List.of(file), writers.layout().keyOrder(), 6);
        CompactionResult lower =
                compact(io, CompactionPlan.of(levels, levels.runs(), 3, false, CompactionPlan.Reason.REQUESTED));
        assertThat(lower.after()).containsExactly(file.atLevel(3));
    }

    @Test
    void nothingMayRemain() {
        CompactionResult result = compact(io, full(file(0, 10, 1, 2), file(0, 10, -1, -2)));
        assertThat(result.before()).hasSize(2);
        assertThat(result.after()).isEmpty();
    }

    @Test
    void outputRollsIntoDisjointFiles() {
        int[][] keys = new int[3][1000];
        for (int i = 0; i < 3000; i++) {
            keys[i % 3][i / 3] = i;
        }
        CompactionPlan plan = full(file(0, 10, keys[0]), file(0, 10, keys[1]), file(0, 10, keys[2]));
        CompactionResult result = compact(io, plan);
        assertThat(result.after()).hasSize(3);
        // Levels refuse files of a level that overlap.
        Levels after = Levels.of(result.after(), writers.layout().keyOrder(), 6);
        assertThat(after.runs()).hasSize(1);
        assertThat(read(after.files())).hasSize(3000);
    }

    @Test
    void aFailedCompactionLeavesNoFile() {
        DataFileMeta left = file(0, 10, 1, 2, 3);
        DataFileMeta right = file(0, 10, 2, 3, 4);
        List<Location> before = io.files();
        FaultyFileIO faulty = new FaultyFileIO(io).plan(FaultPlan.first(Operation.FINISH, Fault.FAIL_BEFORE));
        assertThatThrownBy(() -> compact(faulty, full(left, right))).isInstanceOf(StorageException.class);
        assertThat(io.files()).isEqualTo(before);
    }
}

package dev.varve.table.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.datafile.DataFileReaders;
import dev.varve.table.datafile.DataFileWriter;
import dev.varve.table.datafile.DataFileWriters;
import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.format.ReadStatistics;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.lsm.OpenRuns;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileSource;
import dev.varve.table.merge.MergeRules;
import dev.varve.table.option.TableOptions;
import dev.varve.table.predicate.Comparison;
import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Literal;
import dev.varve.table.predicate.Predicate;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowReader;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is read of files that are merged, and of files that need not be. */
class SplitReadersTest {
    private static final BucketId BUCKET = new BucketId(BinaryRow.EMPTY, 0);
    private static final DataField KEY = new DataField(0, "k", DataTypes.INT.notNull());
    private static final DataField NAME = new DataField(1, "name", DataTypes.STRING);
    private static final DataField AMOUNT = new DataField(2, "amount", DataTypes.BIGINT);
    private static final DataField ADDED = new DataField(3, "added", DataTypes.INT);

    /** Key, sequence number and kind, which merging needs. */
    private static final int FOR_MERGING = 3;

    private final MemoryFileIO io = new MemoryFileIO();
    private final ManualEnv env = ManualEnv.create();
    private final Map<Long, TableSchema> schemas = new HashMap<>();
    private final DataFilePaths paths = new DataFilePaths(
            new TableLayout(Location.of("memory://t")),
            new PartitionPath(RowType.ofTypes(List.of()), true, "default", env.zone()));
    private final TableSchema schema = schema(0, KEY, NAME, AMOUNT);
    private final TableOptions options = TableOptions.of(schema.options(), 3);
    private final DataFileWriters writers = new DataFileWriters(io, paths, schema, options, env);
    private final ReadStatistics statistics = new ReadStatistics();
    private long sequence;

    private TableSchema schema(long id, DataField... fields) {
        TableSchema schema = new TableSchema(
                3, id, List.of(fields), 3, List.of(), List.of("k"), Map.of("bucket", "1"), Optional.empty(), 0);
        schemas.put(id, schema);
        return schema;
    }

    /** A file with these keys; negative ones are deleted. */
    private DataFileMeta file(int... keys) {
        DataFileWriter writer = writers.open(BUCKET, 5, FileSource.COMPACT);
        for (int key : keys) {
            GenericRow row = GenericRow.of(Math.abs(key), BinaryString.of("n" + sequence), 10L * Math.abs(key));
            writer.write(new KeyValue(
                    writers.layout().newKeyView().over(row),
                    sequence++,
                    key < 0 ? RowKind.DELETE : RowKind.INSERT,
                    row));
        }
        return writer.finish().get(0);
    }

    private static RowType type(DataField... fields) {
        return new RowType(List.of(fields), false);
    }

    /** What the rows have in these columns. */
    private List<String> read(Split split, RowType columns, Predicate predicate) {
        List<DataField> all = new ArrayList<>(columns.fields());
        if (!all.contains(KEY)) {
            all.add(KEY);
        }
        DataFileReaders files = new DataFileReaders(
                        io, paths, schemas::get, KeyValueLayout.of(new RowType(all, false), List.of("k")), env.zone())
                .with(new DataFileReaders.ReadContext(MetadataCache.NONE, statistics, true));
        var readers = new SplitReaders(
                files, MergeRules.of(schemas.get(0L), options, new RowType(all, false)), predicate, OpenRuns.UNBOUNDED);
        List<String> rows = new ArrayList<>();
        var first = new ProjectedRow(IntStream.range(0, columns.arity()).toArray());
        try (RowReader reader = readers.openRows(split, columns)) {
            while (reader.advance()) {
                rows.add(GenericRow.copyOf(first.over(reader.row()), columns).toString());
            }
        }
        return rows;
    }

    private List<String> read(Split split, DataField... columns) {
        return read(split, type(columns), Constant.TRUE);
    }

    @Test
    void ofOneRunNothingButTheWantedColumnsIsRead() {
        var split = new Split(BUCKET, List.of(file(1, 2), file(3)), true);
        assertThat(read(split, AMOUNT)).containsExactly("+I[10]", "+I[20]", "+I[30]");
        assertThat(statistics.columnsRead()).isEqualTo(2);
        assertThat(statistics.pagesRead()).isEqualTo(2);
    }

    @Test
    void filesApartFromOthersAreNotMergedWhereverTheyAre() {
        var split = new Split(BUCKET, List.of(file(1, 2), file(2, 3), file(7, 8, 9)));
        assertThat(read(split, NAME)).containsExactly("+I[n0]", "+I[n2]", "+I[n3]", "+I[n4]", "+I[n5]", "+I[n6]");
        assertThat(statistics.columnsRead()).isEqualTo(2 * (1 + FOR_MERGING) + 1);
    }

    @Test
    void retractionsAreLeftOutOfOneRunToo() {
        DataFileMeta file = file(1, -2, 3);
        assertThat(file.mayHoldRetracts()).isTrue();
        for (boolean raw : new boolean[] {false, true}) {
            assertThat(read(new Split(BUCKET, List.of(file), raw), AMOUNT)).containsExactly("+I[10]", "+I[30]");
        }
        assertThat(statistics.columnsRead()).isEqualTo(2 * (1 + FOR_MERGING));
    }

    @Test
    void rowsComeWithoutAnyColumnOfTheFile() {
        schema(1, KEY, NAME, AMOUNT, ADDED);
        var split = new Split(BUCKET, List.of(file(1, 2)), true);
        assertThat(read(split, ADDED)).containsExactly("+I[null]", "+I[null]");
        assertThat(statistics.columnsRead()).isZero();
        assertThat(statistics.rowGroupsRead()).isEqualTo(1);
    }

    @Test
    void conditionsHoldWithoutTheKey() {
        var split = new Split(BUCKET, List.of(file(1, 2, 3)), true);
        Predicate large = new Comparison(1, Comparison.Operator.GE, Literal.of(AMOUNT.type(), 20L));
        assertThat(read(split, type(NAME, AMOUNT), large)).containsExactly("+I[n1, 20]", "+I[n2, 30]");
        assertThat(statistics.columnsRead()).isEqualTo(2);
    }
}

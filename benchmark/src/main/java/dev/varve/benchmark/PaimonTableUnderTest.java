package dev.varve.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.predicate.PredicateBuilder;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.types.DataTypes;

/** A table in the hands of Apache Paimon Java. */
final class PaimonTableUnderTest implements TableUnderTest {
    private static final String USER = "paimon";

    private final GenericRow[] rows = WideRows.paimonRows();
    private final IOManager temporary;
    private final FileStoreTable table;
    private StreamTableWrite write;
    private StreamTableCommit commit;
    private long commits;

    /** The table at this place, created with these options if it is not there. */
    PaimonTableUnderTest(Path location, Map<String, String> options) throws Exception {
        var path = new org.apache.paimon.fs.Path(location.toString());
        SchemaManager schemas = new SchemaManager(LocalFileIO.create(), path);
        if (schemas.latest().isEmpty()) {
            schemas.createTable(schema(options));
        }
        table = FileStoreTableFactory.create(LocalFileIO.create(), path);
        // Beside the table, so that it goes with it.
        temporary = IOManager.create(
                Files.createDirectories(location.resolveSibling("paimon-tmp")).toString());
    }

    private static Schema schema(Map<String, String> options) {
        List<String> names = WideRows.COLUMNS;
        return Schema.newBuilder()
                .column(names.get(0), DataTypes.BIGINT().notNull())
                .column(names.get(1), DataTypes.BIGINT())
                .column(names.get(2), DataTypes.DECIMAL(12, 2))
                .column(names.get(3), DataTypes.STRING())
                .column(names.get(4), DataTypes.STRING())
                .column(names.get(5), DataTypes.TIMESTAMP(3))
                .column(names.get(6), DataTypes.TIMESTAMP(6))
                .column(names.get(7), DataTypes.INT())
                .column(names.get(8), DataTypes.DOUBLE())
                .column(names.get(9), DataTypes.BOOLEAN())
                .primaryKey(names.get(0))
                .options(options)
                .build();
    }

    @Override
    public void write(long[] keys) throws Exception {
        if (write == null) {
            var builder = table.newStreamWriteBuilder().withCommitUser(USER);
            write = builder.newWrite();
            write.withIOManager(temporary);
            commit = builder.newCommit();
        }
        for (int i = 0; i < keys.length; i++) {
            GenericRow row = rows[(int) (keys[i] + commits) & (rows.length - 1)];
            row.setField(0, keys[i]);
            write.write(row);
        }
        commit(false);
    }

    private void commit(boolean waitForCompaction) throws Exception {
        long identifier = ++commits;
        commit.commit(identifier, write.prepareCommit(waitForCompaction, identifier));
    }

    @Override
    public void settle() throws Exception {
        commit(true);
    }

    @Override
    public void compactFully() throws Exception {
        BatchWriteBuilder builder =
                table.copy(Map.of(CoreOptions.WRITE_ONLY.key(), "false")).newBatchWriteBuilder();
        try (BatchTableWrite compaction = builder.newWrite();
                BatchTableCommit compacted = builder.newCommit()) {
            compaction.withIOManager(temporary);
            for (var bucket : table.newSnapshotReader().bucketEntries()) {
                BinaryRow partition = bucket.partition();
                compaction.compact(partition, bucket.bucket(), true);
            }
            compacted.commit(compaction.prepareCommit());
        }
    }

    @Override
    public Digest scan(List<String> columns) throws Exception {
        int[] types = columns.stream().mapToInt(WideRows.COLUMNS::indexOf).toArray();
        ReadBuilder builder = table.newReadBuilder().withProjection(types);
        long[] seen = new long[2];
        try (RecordReader<InternalRow> reader = builder.newRead()
                .withIOManager(temporary)
                .createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> {
                seen[0]++;
                seen[1] += digest(row, types);
            });
        }
        return new Digest(seen[0], seen[1]);
    }

    private static long digest(InternalRow row, int[] types) {
        long sum = 0;
        for (int i = 0; i < types.length; i++) {
            sum += switch (types[i]) {
                case 0, 1 -> row.getLong(i);
                case 2 -> row.getDecimal(i, 12, 2).toUnscaledLong();
                case 3, 4 -> row.getString(i).getSizeInBytes();
                case 5 -> row.getTimestamp(i, 3).toMicros();
                case 6 -> row.getTimestamp(i, 6).toMicros();
                case 7 -> row.getInt(i);
                case 8 -> Double.doubleToRawLongBits(row.getDouble(i));
                case 9 -> row.getBoolean(i) ? 1 : 0;
                default -> throw new IllegalStateException("no column " + types[i]);
            };
        }
        return sum;
    }

    /** Plans and reads with the key as a filter: what a client does that has no local copy of the table. */
    @Override
    public Lookups lookups() {
        PredicateBuilder predicates = new PredicateBuilder(table.rowType());
        return new Lookups() {
            @Override
            public long find(long id) throws Exception {
                ReadBuilder builder = table.newReadBuilder().withFilter(predicates.equal(0, id));
                long[] found = new long[1];
                try (RecordReader<InternalRow> reader = builder.newRead()
                        .executeFilter()
                        .withIOManager(temporary)
                        .createReader(builder.newScan().plan())) {
                    reader.forEachRemaining(row -> found[0] += row.getLong(0) + row.getLong(1));
                }
                return found[0];
            }

            @Override
            public void close() {}
        };
    }

    /** Through Paimon's local lookup files: each data file is first copied into a local index, then asked. */
    Lookups localLookups() throws Exception {
        var query = table.newLocalTableQuery().withIOManager(temporary);
        for (var split : table.newSnapshotReader().read().dataSplits()) {
            query.refreshFiles(split.partition(), split.bucket(), List.of(), split.dataFiles());
        }
        var buckets = table.createRowKeyExtractor();
        return new Lookups() {
            private final GenericRow row = new GenericRow(WideRows.COLUMNS.size());
            private final GenericRow key = new GenericRow(1);

            @Override
            public long find(long id) throws Exception {
                row.setField(0, id);
                key.setField(0, id);
                buckets.setRecord(row);
                InternalRow found = query.lookup(BinaryRow.EMPTY_ROW, buckets.bucket(), key);
                return found == null ? 0 : found.getLong(0) + found.getLong(1);
            }

            @Override
            public void close() throws Exception {
                query.close();
            }
        };
    }

    @Override
    public void close() throws Exception {
        if (write != null) {
            write.close();
            commit.close();
        }
        temporary.close();
    }
}

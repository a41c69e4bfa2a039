package dev.varve.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.DecimalType;
import org.apache.paimon.types.TimestampType;

/** A table in the hands of Apache Paimon Java. */
final class PaimonTableUnderTest implements TableUnderTest {
    private static final String USER = "paimon";

    private final RowPool pool;
    private final GenericRow[] rows;
    private final IOManager temporary;
    private final FileStoreTable table;
    private StreamTableWrite write;
    private StreamTableCommit commit;
    private long batches;
    private long commits;

    /** The table at this place, created with these options if it is not there. */
    PaimonTableUnderTest(Path location, RowPool pool, Map<String, String> options) throws Exception {
        this.pool = pool;
        this.rows = PaimonRows.of(pool);
        var path = new org.apache.paimon.fs.Path(location.toString());
        SchemaManager schemas = new SchemaManager(LocalFileIO.create(), path);
        if (schemas.latest().isEmpty()) {
            schemas.createTable(PaimonRows.schema(pool, options));
        }
        table = FileStoreTableFactory.create(LocalFileIO.create(), path);
        // Beside the table, so that it goes with it.
        temporary = IOManager.create(
                Files.createDirectories(location.resolveSibling("paimon-tmp")).toString());
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
            GenericRow row = rows[pool.numberOf(keys[i], batches)];
            row.setField(0, keys[i]);
            write.write(row);
        }
        batches++;
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
        return scan(columns, false);
    }

    @Override
    public Digest contents() throws Exception {
        return scan(pool.names(), true);
    }

    private Digest scan(List<String> columns, boolean contents) throws Exception {
        int[] positions = columns.stream().mapToInt(pool.names()::indexOf).toArray();
        ReadBuilder builder = table.newReadBuilder().withProjection(positions);
        DataType[] types = builder.readType().getFieldTypes().toArray(DataType[]::new);
        long[] seen = new long[2];
        try (RecordReader<InternalRow> reader = builder.newRead()
                .withIOManager(temporary)
                .createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> {
                seen[0]++;
                long ofRow = 0;
                for (int i = 0; i < types.length; i++) {
                    long ofValue = row.isNullAt(i) ? 0 : digest(row, i, types[i], contents);
                    ofRow = contents ? 31 * ofRow + ofValue : ofRow + ofValue;
                }
                seen[1] += contents ? ofRow * ofRow : ofRow;
            });
        }
        return new Digest(seen[0], seen[1]);
    }

    private static long digest(InternalRow row, int i, DataType type, boolean contents) {
        return switch (type.getTypeRoot()) {
            case BIGINT -> row.getLong(i);
            case INTEGER -> row.getInt(i);
            case DOUBLE -> Double.doubleToRawLongBits(row.getDouble(i));
            case BOOLEAN -> row.getBoolean(i) ? 1 : 2;
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield row.getDecimal(i, decimal.getPrecision(), decimal.getScale())
                        .toUnscaledLong();
            }
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                row.getTimestamp(i, ((TimestampType) type).getPrecision()).toMicros();
            case VARCHAR ->
                contents
                        ? Arrays.hashCode(row.getString(i).toBytes())
                        : row.getString(i).getSizeInBytes();
            case VARBINARY -> contents ? Arrays.hashCode(row.getBinary(i)) : row.getBinary(i).length;
            default -> throw new IllegalStateException("no digest of " + type);
        };
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
            private final GenericRow row = new GenericRow(pool.columns().size());
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

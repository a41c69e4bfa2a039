package dev.varve.table;

import dev.varve.table.fs.Location;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.RowKind;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.PaimonStore;
import dev.varve.table.type.DataField;
import dev.varve.table.type.RowType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fs.FileIO;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.table.source.ReadBuilder;

/** A local table in the hands of Apache Paimon Java, the oracle: writes, compacts and reads rows in this engine's forms. */
public final class PaimonTable {
    private final FileIO io;
    private final org.apache.paimon.fs.Path path;
    private final Path temporary;

    public PaimonTable(Path directory, Path temporary) {
        this(LocalFileIO.create(), new org.apache.paimon.fs.Path(directory.toString()), temporary);
    }

    private PaimonTable(FileIO io, org.apache.paimon.fs.Path path, Path temporary) {
        this.io = io;
        this.path = path;
        this.temporary = temporary;
    }

    /** A table in a store of ours, such as one in memory. */
    public static PaimonTable over(dev.varve.table.fs.FileIO store, String location, Path temporary) {
        return new PaimonTable(new PaimonStore(store), PaimonStore.path(Location.of(location)), temporary);
    }

    /** Creates the table the way Paimon does. */
    public void create(TableSpec spec) throws Exception {
        var schema = Schema.newBuilder();
        for (DataField field : spec.fields()) {
            schema.column(field.name(), PaimonRows.type(field.type()));
        }
        schema.primaryKey(spec.primaryKeys())
                .partitionKeys(spec.partitionKeys())
                .options(spec.options());
        new SchemaManager(io, path).createTable(schema.build());
    }

    /** Writes the rows as one batch commit; Paimon may compact on the way. */
    public void commit(List<GenericRow> rows, RowType type) throws Exception {
        BatchWriteBuilder builder = open().newBatchWriteBuilder();
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            write.withIOManager(IOManager.create(temporary.toString()));
            for (GenericRow row : rows) {
                InternalRow converted = PaimonRows.toPaimon(row, type);
                converted.setRowKind(org.apache.paimon.types.RowKind.fromShortString(
                        row.kind().shortName()));
                write.write(converted);
            }
            commit.commit(write.prepareCommit());
        }
    }

    /** Compacts all buckets that have files, fully. */
    public void compact() throws Exception {
        compact(Map.of());
    }

    /**
     * Compacts all buckets that have files, fully.
     *
     * @param options replace those of the table
     */
    public void compact(Map<String, String> options) throws Exception {
        FileStoreTable table = open().copy(options);
        BatchWriteBuilder builder = table.newBatchWriteBuilder();
        try (BatchTableWrite write = builder.newWrite();
                BatchTableCommit commit = builder.newCommit()) {
            write.withIOManager(IOManager.create(temporary.toString()));
            for (var bucket : table.newSnapshotReader().bucketEntries()) {
                BinaryRow partition = bucket.partition();
                write.compact(partition, bucket.bucket(), true);
            }
            commit.commit(write.prepareCommit());
        }
    }

    /** All rows of the newest snapshot. */
    public List<GenericRow> rows(RowType type) throws Exception {
        ReadBuilder builder = open().newReadBuilder();
        var rows = new ArrayList<GenericRow>();
        try (RecordReader<InternalRow> reader =
                builder.newRead().createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> {
                GenericRow copy = PaimonRows.fromPaimon(row, type);
                copy.setKind(RowKind.INSERT);
                rows.add(copy);
            });
        }
        return rows;
    }

    /** The table with its newest schema. */
    public FileStoreTable open() {
        return FileStoreTableFactory.create(io, path);
    }
}

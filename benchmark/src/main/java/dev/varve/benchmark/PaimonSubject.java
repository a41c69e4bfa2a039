package dev.varve.benchmark;

import dev.varve.table.row.GenericRow;
import dev.varve.table.schema.TableSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.types.DataTypes;
import org.apache.paimon.types.RowKind;

/** Apache Paimon Java on the same rows and options. */
final class PaimonSubject implements WriteComparisonBenchmark.Subject {
    private final org.apache.paimon.data.GenericRow[] rows = new org.apache.paimon.data.GenericRow[1 << 14];
    private final StreamTableWrite write;
    private final StreamTableCommit commit;
    private long commits;

    PaimonSubject(Path directory) throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = convert(OrderRows.row(i, random));
        }
        TableSpec spec = OrderRows.spec(4);
        var path = new org.apache.paimon.fs.Path(directory.resolve("orders").toString());
        Schema schema = Schema.newBuilder()
                .column("id", DataTypes.BIGINT().notNull())
                .column("customer", DataTypes.BIGINT())
                .column("state", DataTypes.STRING())
                .column("price", DataTypes.DECIMAL(12, 2))
                .column("quantity", DataTypes.INT())
                .column("note", DataTypes.STRING())
                .column("created", DataTypes.TIMESTAMP(6))
                .column("weight", DataTypes.DOUBLE())
                .primaryKey(spec.primaryKeys())
                .options(spec.options())
                .build();
        new SchemaManager(LocalFileIO.create(), path).createTable(schema);
        FileStoreTable table = FileStoreTableFactory.create(LocalFileIO.create(), path);
        var builder = table.newStreamWriteBuilder().withCommitUser("benchmark");
        write = builder.newWrite();
        write.withIOManager(IOManager.create(
                Files.createDirectories(directory.resolve("tmp")).toString()));
        commit = builder.newCommit();
    }

    private static org.apache.paimon.data.GenericRow convert(GenericRow row) {
        var converted = new org.apache.paimon.data.GenericRow(RowKind.UPDATE_AFTER, row.arity());
        converted.setField(0, row.longAt(0));
        converted.setField(1, row.longAt(1));
        converted.setField(2, BinaryString.fromBytes(row.stringAt(2).toBytes()));
        converted.setField(3, Decimal.fromUnscaledLong(row.decimalAt(3, 12, 2).unscaledLong(), 12, 2));
        converted.setField(4, row.intAt(4));
        converted.setField(
                5, row.isNull(5) ? null : BinaryString.fromBytes(row.stringAt(5).toBytes()));
        converted.setField(6, Timestamp.fromMicros(row.timestampAt(6, 6).micros()));
        converted.setField(7, row.doubleAt(7));
        return converted;
    }

    @Override
    public void write(long[] ids) throws Exception {
        for (int i = 0; i < ids.length; i++) {
            org.apache.paimon.data.GenericRow row = rows[i & (rows.length - 1)];
            row.setField(0, ids[i]);
            write.write(row);
        }
        long identifier = ++commits;
        commit.commit(identifier, write.prepareCommit(true, identifier));
    }

    @Override
    public void close() throws Exception {
        write.close();
        commit.close();
    }
}

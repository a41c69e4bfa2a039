package dev.varve.table.history;

import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.testing.PaimonRows;
import dev.varve.table.testing.PaimonStore;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.source.ReadBuilder;

/** Apache Paimon Java at work on the same table: writes, compacts and reads. */
final class PaimonProcess {
    private static final String USER = "paimon";
    private static final String COMPACTOR = "paimon-compactor";

    private static final String TEMPORARY = System.getProperty("java.io.tmpdir");

    private final FileIO store;
    private final RowType type;
    private long identifier;

    PaimonProcess(FileIO store, RowType type) {
        this.store = store;
        this.type = type;
    }

    /** Commits without compacting, so that there is one snapshot at most. Changes that the table ignores are written like others. */
    void commit(HistoryModel model, Merging merging, List<Change> changes) throws Exception {
        identifier++;
        model.announce(
                USER,
                identifier,
                changes.stream()
                        .filter(change -> !merging.ignores(change.kind()))
                        .toList());
        var builder = open(Map.of("write-only", "true")).newStreamWriteBuilder().withCommitUser(USER);
        try (StreamTableWrite write = builder.newWrite();
                StreamTableCommit commit = builder.newCommit()) {
            for (Change change : changes) {
                InternalRow row = PaimonRows.toPaimon(change.row(), type);
                row.setRowKind(org.apache.paimon.types.RowKind.fromShortString(
                        change.kind().shortName()));
                write.write(row);
            }
            commit.commit(identifier, write.prepareCommit(true, identifier));
        }
    }

    /** Compacts all buckets. */
    void compact(HistoryModel model, boolean fully) throws Exception {
        identifier++;
        model.announce(COMPACTOR, identifier, List.of());
        FileStoreTable table = open(Map.of("write-only", "false"));
        var builder = table.newStreamWriteBuilder().withCommitUser(COMPACTOR);
        try (StreamTableWrite write = builder.newWrite();
                StreamTableCommit commit = builder.newCommit()) {
            // Where it looks for the keys that a first-row table has already.
            write.withIOManager(IOManager.create(TEMPORARY));
            for (var bucket : table.newSnapshotReader().bucketEntries()) {
                write.compact(bucket.partition(), bucket.bucket(), fully);
            }
            commit.filterAndCommit(Map.of(identifier, write.prepareCommit(true, identifier)));
        }
    }

    /** The rows of the newest snapshot as text, in key order. */
    List<String> read() throws Exception {
        ReadBuilder builder = open(Map.of()).newReadBuilder();
        NavigableMap<Change.Key, String> rows = new TreeMap<>();
        try (RecordReader<InternalRow> reader =
                builder.newRead().createReader(builder.newScan().plan())) {
            reader.forEachRemaining(row -> {
                SeenRow seen = SeenRow.of(PaimonRows.fromPaimon(row, type));
                rows.put(seen.key(), seen.text());
            });
        }
        return List.copyOf(rows.values());
    }

    /** Opened anew each time, without maintenance of its own: that is a step of the history. */
    private FileStoreTable open(Map<String, String> options) {
        Map<String, String> dynamic = new TreeMap<>(options);
        dynamic.put("snapshot.num-retained.max", "1000000");
        dynamic.put("snapshot.num-retained.min", "1000000");
        return FileStoreTableFactory.create(
                        new PaimonStore(store), PaimonStore.path(Location.of(HistoryTable.LOCATION)))
                .copy(dynamic);
    }
}

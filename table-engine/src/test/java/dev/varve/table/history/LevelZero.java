package dev.varve.table.history;

import dev.varve.table.Table;
import dev.varve.table.bucket.FixedBuckets;
import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.history.Change.Key;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The level-0 files of snapshots, and which of them holds a key. */
final class LevelZero {
    private static final int TARGET_BYTES = 1 << 20;

    private final TableSchema schema;
    private final ManifestStore manifests;
    private final FixedBuckets buckets;

    LevelZero(Table table, FileIO store, Env env) {
        this.schema = table.schema();
        this.manifests =
                new ManifestStore(store, new TableLayout(Location.of(table.location())), env, schema, TARGET_BYTES);
        this.buckets = FixedBuckets.of(schema, schema.tableOptions());
    }

    /** Names of the files and where they are. */
    Map<String, BucketId> of(Snapshot snapshot) {
        Map<String, BucketId> files = new TreeMap<>();
        for (ManifestEntry entry : manifests.liveFiles(snapshot.manifestLists(), EntryFilter.ALL)) {
            if (entry.file().level() == 0) {
                files.put(entry.file().name(), entry.bucket());
            }
        }
        return files;
    }

    /**
     * One of those among some files that hold a key. A commit of this size makes one file in each bucket that it is about, or several
     * where its versions cannot be joined, which go up together.
     */
    String holding(Key key, Map<String, BucketId> files, Set<String> among) {
        Change row =
                new Change(dev.varve.table.row.RowKind.INSERT, key, Collections.nCopies(Column.values().length, null));
        int bucket = buckets.bucketOf(BinaryRow.EMPTY, row.row());
        List<String> found = new ArrayList<>();
        for (String name : among) {
            BucketId place = files.get(name);
            boolean inPartition =
                    schema.partitionKeys().isEmpty() || place.partition().intAt(0) == key.partition();
            if (inPartition && place.bucket() == bucket) {
                found.add(name);
            }
        }
        if (found.isEmpty()) {
            throw new AssertionError("no level-0 file of a commit with " + key);
        }
        return found.get(0);
    }
}

package dev.varve.table.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.env.Env;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.manifest.RandomEntries;
import dev.varve.table.schema.SchemaStore;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table of {@link RandomEntries} whose data files are a few bytes each. Confined to one thread. */
final class CommitFixture {
    static final Location ROOT = Location.of("/w/db.db/t");

    final FileIO io;
    final Env env;
    final TableLayout layout;
    final TableSchema schema;
    final SnapshotStore snapshots;
    final ManifestStore manifests;
    final RandomEntries random;
    private final PartitionPath partitionPath;

    private CommitFixture(FileIO io, Location root, Env env, TableSchema schema, long seed) {
        this.io = io;
        this.env = env;
        this.layout = new TableLayout(root);
        this.schema = schema;
        this.snapshots = new SnapshotStore(io, layout);
        this.manifests = new ManifestStore(io, layout, env, schema, 8 << 20);
        this.random = new RandomEntries(seed);
        this.partitionPath = new PartitionPath(schema.partitionType(), true, "__DEFAULT_PARTITION__", env.zone());
    }

    /** Creates the table with 4 buckets unless options say otherwise. */
    static CommitFixture create(FileIO io, Location root, Env env, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.putIfAbsent("bucket", "4");
        TableSchema schema = new SchemaStore(io, new TableLayout(root), env).create(RandomEntries.spec(all));
        return new CommitFixture(io, root, env, schema, 1);
    }

    static CommitFixture create(FileIO io, Env env) {
        return create(io, ROOT, env, Map.of());
    }

    /** The same table seen by another process. */
    CommitFixture through(FileIO otherIo, Env otherEnv, long seed) {
        return new CommitFixture(otherIo, layout.root(), otherEnv, schema, seed);
    }

    TableCommit newCommit() {
        return new TableCommit(io, layout, env, schema);
    }

    BucketId bucket(int bucket) {
        return new BucketId(random.partition("2026-01-01", 1), bucket);
    }

    /** A new data file, present in the store, on level 0. */
    DataFileMeta newFile(BucketId bucket, String name) {
        return newFile(bucket, name, 0, 0, 1000);
    }

    DataFileMeta newFile(BucketId bucket, String name, int level, long minId, long maxId) {
        DataFileMeta file = random.file(name, level, minId, maxId);
        put(location(bucket, name));
        file.extraFiles().forEach(extra -> put(location(bucket, extra)));
        return file;
    }

    private void put(Location location) {
        try (FileOutput output = io.create(location)) {
            output.write(new byte[] {1, 2, 3}, 0, 3);
        }
    }

    Location location(BucketId bucket, String name) {
        return layout.bucketDirectory(partitionPath.of(bucket.partition()), bucket.bucket())
                .child(name);
    }

    boolean exists(BucketId bucket, String name) {
        return io.find(location(bucket, name)).isPresent();
    }

    static FileChanges append(BucketId bucket, DataFileMeta... files) {
        return new FileChanges(List.of(new FileChanges.Append(bucket, 4, List.of(files), List.of())), List.of());
    }

    static FileChanges compaction(BucketId bucket, List<DataFileMeta> before, List<DataFileMeta> after) {
        return new FileChanges(List.of(), List.of(new FileChanges.Compaction(bucket, 4, before, after, List.of())));
    }

    List<ManifestEntry> liveFiles(Snapshot snapshot) {
        return manifests.liveFiles(snapshot.manifestLists(), EntryFilter.ALL);
    }

    /** Names of the newest snapshot's live files. */
    Set<String> liveNames() {
        Set<String> names = new HashSet<>();
        snapshots
                .latest()
                .ifPresent(snapshot -> liveFiles(snapshot)
                        .forEach(entry -> names.add(entry.file().name())));
        return names;
    }

    List<DataFileMeta> liveFiles(BucketId bucket) {
        List<DataFileMeta> files = new ArrayList<>();
        liveFiles(snapshots.latest().orElseThrow()).stream()
                .filter(entry -> entry.bucket().equals(bucket))
                .forEach(entry -> files.add(entry.file()));
        return files;
    }

    /** Names of files in the manifest directory that no snapshot needs. */
    Set<String> unreferencedMetadata() {
        Set<String> names = new HashSet<>();
        io.list(layout.manifestDirectory()).forEach(entry -> names.add(entry.name()));
        for (Snapshot snapshot : snapshots.all()) {
            List<ManifestListFile> lists = new ArrayList<>(snapshot.manifestLists());
            snapshot.changelogList().ifPresent(lists::add);
            for (ManifestListFile list : lists) {
                names.remove(list.name());
                manifests.readList(list).forEach(manifest -> names.remove(manifest.name()));
            }
            snapshot.indexManifest().ifPresent(names::remove);
        }
        return names;
    }

    /** What must hold of any chain of snapshots that were all made here. */
    void verify() {
        Map<String, ManifestEntry> live = new LinkedHashMap<>();
        long expectedId = 1;
        for (Snapshot snapshot : snapshots.all()) {
            assertThat(snapshot.id()).isEqualTo(expectedId++);
            List<ManifestEntry> delta = entries(snapshot.deltaList());
            long deltaRows = 0;
            for (ManifestEntry entry : delta) {
                String key = entry.describe();
                if (entry.kind() == Kind.ADD) {
                    assertThat(live.put(key, entry)).as(key).isNull();
                    assertThat(exists(entry.bucket(), entry.file().name()))
                            .as(key)
                            .isTrue();
                    deltaRows += entry.file().rowCount();
                } else {
                    assertThat(live.remove(key)).as(key).isNotNull();
                    deltaRows -= entry.file().rowCount();
                }
            }
            if (snapshot.kind() == CommitKind.APPEND) {
                assertThat(delta).allMatch(entry -> entry.kind() == Kind.ADD);
            }
            Set<String> found = new HashSet<>();
            liveFiles(snapshot).forEach(entry -> found.add(entry.describe()));
            assertThat(found).isEqualTo(live.keySet());
            assertThat(snapshot.deltaRecordCount()).isEqualTo(deltaRows);
            assertThat(snapshot.totalRecordCount())
                    .isEqualTo(live.values().stream()
                            .mapToLong(entry -> entry.file().rowCount())
                            .sum());
        }
    }

    List<ManifestEntry> entries(ManifestListFile list) {
        List<ManifestEntry> entries = new ArrayList<>();
        for (ManifestFileMeta manifest : manifests.readList(list)) {
            entries.addAll(manifests.readEntries(manifest, EntryFilter.ALL));
        }
        return entries;
    }
}

package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.CommitRequest;
import dev.varve.table.commit.TableCommit;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.scan.LiveFiles;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.write.BucketFiles;
import dev.varve.table.write.TableWrite;
import dev.varve.table.write.WriteContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Joins {@code write}, which makes files, with {@code commit}, which makes them visible. Confined to one thread. */
final class FileTableWriter implements TableWriter {
    private final TableParts parts;
    private final String commitUser;
    private final TableWrite write;
    private final TableCommit commit;
    private final List<FileChanges> uncommitted = new ArrayList<>();

    FileTableWriter(TableParts parts, String commitUser, CompactionOwnership ownership) {
        this.parts = requireNonNull(parts, "parts is null");
        this.commitUser = requireNonNull(commitUser, "commitUser is null");
        String table = parts.root().value();
        EngineServices services = parts.services();
        LiveFiles live = new LiveFiles(parts.snapshots(), parts.manifests());
        commit = new TableCommit(parts.io(), parts.layout(), services.env(), parts.schema());
        write = new TableWrite(new WriteContext(
                parts.io(),
                parts.dataFilePaths(),
                parts.schema(),
                parts.options(),
                parts::schema,
                new Live(live),
                services.budget(),
                services.executor(),
                services.parallelism(),
                bucket -> ownership.owns(table, bucket),
                services.env()));
    }

    /** What {@code write} asks about the newest snapshot. */
    private record Live(LiveFiles files) implements BucketFiles {
        @Override
        public List<DataFileMeta> liveFiles(BucketId bucket) {
            return files.ofBucket(bucket);
        }

        @Override
        public OptionalInt totalBuckets(BinaryRow partition) {
            return files.totalBucketsOf(partition);
        }

        @Override
        public void refresh() {
            files.refresh();
        }
    }

    @Override
    public void write(Row row) {
        write.write(row);
    }

    @Override
    public long bufferedRows() {
        return write.bufferedRows();
    }

    @Override
    public long bufferedBytes() {
        return write.bufferedBytes();
    }

    @Override
    public TableChanges prepare() {
        FileChanges changes = write.prepare();
        if (!changes.isEmpty()) {
            uncommitted.add(changes);
        }
        return new TableChanges(changes);
    }

    @Override
    public CommitResult commit(
            TableChanges changes, long identifier, Map<String, String> properties, Guard guard, boolean allowEmpty) {
        CommitResult result = commit.commit(
                new CommitRequest(commitUser, identifier, changes.files(), properties, guard, allowEmpty));
        forget(changes.files());
        write.committed();
        return result;
    }

    /** The changes may be several prepared ones put together. */
    private void forget(FileChanges committed) {
        uncommitted.removeIf(prepared -> committed.appends().containsAll(prepared.appends())
                && committed.compactions().containsAll(prepared.compactions()));
    }

    @Override
    public void discard() {
        try {
            write.discard();
        } finally {
            // Files of a commit whose outcome is unknown are left alone by deleteFiles itself.
            uncommitted.forEach(commit::deleteFiles);
            uncommitted.clear();
        }
    }

    @Override
    public void refreshSequences() {
        write.refreshSequences();
    }

    /** The next {@link #prepare} compacts every bucket that is not on the highest level as a whole. */
    void requestCompactionOfAllBuckets() {
        Set<BucketId> buckets = new LinkedHashSet<>();
        parts.snapshots()
                .latest()
                .ifPresent(snapshot -> parts.manifests().liveFiles(snapshot.manifestLists(), EntryFilter.ALL).stream()
                        .map(ManifestEntry::bucket)
                        .filter(bucket -> bucket.bucket() >= 0)
                        .forEach(buckets::add));
        buckets.forEach(write::compact);
    }

    @Override
    public void close() {
        try {
            discard();
        } finally {
            write.close();
        }
    }
}

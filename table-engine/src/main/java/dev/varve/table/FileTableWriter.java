package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.commit.CommitRequest;
import dev.varve.table.commit.TableCommit;
import dev.varve.table.compact.CompactionCounts;
import dev.varve.table.error.CommitConflictException;
import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.scan.LiveFiles;
import dev.varve.table.snapshot.CarriedProperties;
import dev.varve.table.snapshot.CommitResult;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.write.BucketFiles;
import dev.varve.table.write.TableWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins {@code write}, which makes files, with {@code commit}, which makes them visible. Confined to one thread. */
final class FileTableWriter implements TableWriter {
    private static final Logger LOG = LoggerFactory.getLogger(FileTableWriter.class);

    private static final int FULL_COMPACTION_TRIES = 5;

    private final TableParts parts;
    private final String commitUser;
    private final TableWrite write;
    private final TableCommit commit;
    private final AfterCommit maintenance;
    private final List<FileChanges> uncommitted = new ArrayList<>();

    FileTableWriter(TableParts parts, String commitUser, CompactionOwnership ownership) {
        this(
                parts,
                commitUser,
                bucket -> ownership.owns(parts.root().value(), bucket),
                ownership.ownsMaintenance(parts.root().value()));
    }

    /** A writer that compacts some buckets and leaves maintenance to others. */
    static FileTableWriter compacting(TableParts parts, String commitUser, Predicate<BucketId> buckets) {
        return new FileTableWriter(parts, commitUser, buckets, false);
    }

    private FileTableWriter(
            TableParts parts, String commitUser, Predicate<BucketId> compacts, boolean ownsMaintenance) {
        this.parts = requireNonNull(parts, "parts is null");
        this.commitUser = requireNonNull(commitUser, "commitUser is null");
        LiveFiles live = new LiveFiles(parts.snapshots(), parts.manifests());
        maintenance = AfterCommit.of(parts, ownsMaintenance);
        commit = new TableCommit(
                parts.io(),
                parts.layout(),
                parts.services().env(),
                parts.schema(),
                parts.services().metadata());
        write = new TableWrite(parts.writeContext(parts.schema(), parts.options(), new Live(live), compacts));
    }

    /** What {@code write} asks about the newest snapshot. */
    private record Live(LiveFiles files) implements BucketFiles {
        @Override
        public List<DataFileMeta> liveFiles(BucketId bucket) {
            return files.ofBucket(bucket);
        }

        @Override
        public BucketContent content(BucketId bucket) {
            return files.contentOf(bucket);
        }

        @Override
        public OptionalInt totalBuckets(BinaryRow partition) {
            return files.totalBucketsOf(partition);
        }

        @Override
        public Set<BucketId> takeChanged() {
            return files.takeChanged();
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
    public void requireAcceptable(Row row) {
        write.requireAcceptable(row);
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
        FileChanges files = changes.files();
        CommitResult result = commit(new CommitRequest(commitUser, identifier, files, properties, guard, allowEmpty));
        forget(files);
        if (result instanceof CommitResult.Committed committed
                && committed.compactionFailure().isEmpty()) {
            write.committed(files);
        } else {
            write.lost(files.compactions());
            write.committed(new FileChanges(files.appends(), List.of()));
        }
        if (result instanceof CommitResult.Committed committed) {
            List<Snapshot> snapshots = committed.snapshots();
            maintenance.run(snapshots.get(snapshots.size() - 1));
        }
        return result;
    }

    /**
     * A compaction that was in vain is no reason not to commit the rest: nobody has lost anything, and the bucket is compacted anew.
     */
    private CommitResult commit(CommitRequest request) {
        FileChanges changes = request.changes();
        try {
            return commit.commit(request);
        } catch (CommitConflictException e) {
            forget(changes);
            write.lost(changes.compactions());
            if (!changes.appends().isEmpty()) {
                throw e;
            }
            LOG.info("table={} {}; committing without it", parts.root(), e.getMessage());
            return commit.commit(request.withChanges(FileChanges.NONE));
        }
    }

    /** The changes may be several prepared ones put together. */
    private void forget(FileChanges committed) {
        uncommitted.removeIf(prepared -> committed.appends().containsAll(prepared.appends())
                && committed.compactions().containsAll(prepared.compactions()));
    }

    @Override
    public void considerCompactions() {
        write.considerCompactions();
    }

    @Override
    public void awaitCompactions() {
        write.awaitCompactions();
    }

    @Override
    public boolean hasFinishedCompactions() {
        return write.hasFinishedCompactions();
    }

    @Override
    public CompactionBacklog backlog() {
        return parts.options().writeOnly()
                ? CompactionBacklog.NONE
                : new CompactionBacklog(write.worstRuns(), parts.options().stopTrigger());
    }

    @Override
    public CompactionStatistics compactions() {
        CompactionCounts counts = write.compactions();
        return new CompactionStatistics(
                counts.queued(),
                counts.running(),
                counts.finished(),
                counts.failed(),
                counts.conflicts(),
                counts.bytesRead(),
                counts.bytesWritten(),
                counts.time());
    }

    @Override
    public void maintainInBackground() {
        maintenance.moveToBackground();
    }

    @Override
    public MaintenanceTotals maintenance() {
        return maintenance.totals();
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

    /**
     * Compacts every wanted bucket fully that is not one run on the highest level already, in one commit; again, if others replace
     * the files meanwhile.
     *
     * @throws CommitConflictException if they do so every time
     */
    Optional<Snapshot> compactFully(Predicate<BucketId> wanted) {
        for (int i = 0; i < FULL_COMPACTION_TRIES; i++) {
            Optional<TableChanges> changes = compacted(() -> requestCompaction(wanted));
            if (changes.isEmpty()) {
                continue;
            }
            if (changes.get().isEmpty()) {
                return Optional.empty();
            }
            Optional<Snapshot> snapshot = commitCompactions(changes.get());
            if (snapshot.isPresent()) {
                return snapshot;
            }
        }
        throw new CommitConflictException(
                "full compaction of table " + parts.root() + ": in " + FULL_COMPACTION_TRIES
                        + " tries another writer has always replaced the files before they were compacted; let one job compact the table");
    }

    /** Compacts what is due in the buckets that this writer owns, until nothing is. */
    List<Snapshot> compactWhatIsDue() {
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < FULL_COMPACTION_TRIES; i++) {
            Optional<TableChanges> changes = compacted(() -> {
                considerCompactions();
                awaitCompactions();
            });
            if (changes.isEmpty()) {
                continue;
            }
            if (changes.get().isEmpty()) {
                break;
            }
            commitCompactions(changes.get()).ifPresent(snapshots::add);
        }
        return snapshots;
    }

    /** Empty if others have replaced files, and let them expire, before they were compacted. */
    private Optional<TableChanges> compacted(Runnable request) {
        Optional<Snapshot> before = parts.snapshots().latest();
        try {
            request.run();
            return Optional.of(prepare());
        } catch (StorageException e) {
            if (!e.isNotFound() || parts.snapshots().latest().equals(before)) {
                throw e;
            }
            LOG.info("table={} compacting from the newest snapshot: {}", parts.root(), e.getMessage());
            discard();
            return Optional.empty();
        }
    }

    private Optional<Snapshot> commitCompactions(TableChanges changes) {
        CommitResult result = commit(changes, Long.MAX_VALUE, Map.of(), CarriedProperties.FORWARD, false);
        return result instanceof CommitResult.Committed committed
                ? Optional.of(committed.snapshots().get(0))
                : Optional.empty();
    }

    private void requestCompaction(Predicate<BucketId> wanted) {
        var live = new LiveFiles(parts.snapshots(), parts.manifests());
        live.buckets().stream()
                .filter(bucket -> bucket.bucket() >= 0 && wanted.test(bucket))
                .forEach(write::compact);
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

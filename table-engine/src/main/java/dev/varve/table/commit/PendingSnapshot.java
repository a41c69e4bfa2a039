package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.FileChanges;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.VectorChange;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.snapshot.CommitKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one snapshot is to change, whatever it will be based on.
 *
 * @param delta file changes; of a compaction, in each bucket the deletions first
 * @param changelog new changelog files, as ADD entries
 * @param index what becomes of index files
 */
record PendingSnapshot(
        CommitKind kind,
        String user,
        long identifier,
        List<ManifestEntry> delta,
        List<ManifestEntry> changelog,
        IndexChanges index) {
    PendingSnapshot {
        delta = List.copyOf(delta);
        changelog = List.copyOf(changelog);
        requireNonNull(index, "index is null");
    }

    /** The new files of a request. */
    static PendingSnapshot append(CommitRequest request) {
        List<ManifestEntry> delta = new ArrayList<>();
        List<ManifestEntry> changelog = new ArrayList<>();
        for (FileChanges.Append append : request.changes().appends()) {
            addAll(delta, Kind.ADD, append.bucket(), append.totalBuckets(), append.files());
            addAll(changelog, Kind.ADD, append.bucket(), append.totalBuckets(), append.changelog());
        }
        return new PendingSnapshot(
                CommitKind.APPEND, request.user(), request.identifier(), delta, changelog, IndexChanges.NONE);
    }

    /** The compactions of a request. */
    static PendingSnapshot compact(CommitRequest request) {
        List<ManifestEntry> delta = new ArrayList<>();
        List<ManifestEntry> changelog = new ArrayList<>();
        Map<BucketId, VectorChange> vectors = new LinkedHashMap<>();
        for (FileChanges.Compaction compaction : request.changes().compactions()) {
            addAll(delta, Kind.DELETE, compaction.bucket(), compaction.totalBuckets(), compaction.before());
            addAll(delta, Kind.ADD, compaction.bucket(), compaction.totalBuckets(), compaction.after());
            addAll(changelog, Kind.ADD, compaction.bucket(), compaction.totalBuckets(), compaction.changelog());
            compaction.vectors().ifPresent(change -> addVectors(vectors, compaction.bucket(), change));
        }
        return new PendingSnapshot(
                CommitKind.COMPACT, request.user(), request.identifier(), delta, changelog, IndexChanges.of(vectors));
    }

    /**
     * An overwrite of one base.
     *
     * @param replaced live files that go
     */
    static PendingSnapshot overwrite(OverwriteRequest request, List<ManifestEntry> replaced) {
        List<ManifestEntry> delta = new ArrayList<>();
        replaced.forEach(entry -> delta.add(Overwrite.deletionOf(entry)));
        for (FileChanges.Append append : request.appends()) {
            addAll(delta, Kind.ADD, append.bucket(), append.totalBuckets(), append.files());
        }
        return new PendingSnapshot(
                CommitKind.OVERWRITE,
                request.user(),
                request.identifier(),
                delta,
                List.of(),
                IndexChanges.of(request.replaced()));
    }

    private static void addVectors(Map<BucketId, VectorChange> vectors, BucketId bucket, VectorChange change) {
        Check.that(
                vectors.put(bucket, change) == null,
                "two compactions of bucket %s in one commit, each of which knows deletion vectors of its own",
                bucket);
    }

    private static void addAll(
            List<ManifestEntry> entries, Kind kind, BucketId bucket, int totalBuckets, List<DataFileMeta> files) {
        files.forEach(file -> entries.add(new ManifestEntry(kind, bucket, totalBuckets, file)));
    }

    boolean isEmpty() {
        return delta.isEmpty() && changelog.isEmpty();
    }

    Set<BucketId> buckets() {
        return delta.stream().map(ManifestEntry::bucket).collect(Collectors.toSet());
    }

    Set<BinaryRow> partitions() {
        return delta.stream().map(entry -> entry.bucket().partition()).collect(Collectors.toSet());
    }

    /** Rows of added files minus those of deleted ones. */
    long deltaRecordCount() {
        long count = 0;
        for (ManifestEntry entry : delta) {
            long rows = entry.file().rowCount();
            count += switch (entry.kind()) {
                case ADD -> rows;
                case DELETE -> -rows;
            };
        }
        return count;
    }

    long changelogRecordCount() {
        return changelog.stream().mapToLong(entry -> entry.file().rowCount()).sum();
    }

    long count(Kind kind) {
        return delta.stream().filter(entry -> entry.kind() == kind).count();
    }
}

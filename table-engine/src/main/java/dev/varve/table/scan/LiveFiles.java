package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.FileIdentifier;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The live files of a table by bucket, following the newest snapshot. Going on by a few snapshots reads their deltas only, so that it
 * costs what changed, not what there is; a long way, a rollback or a gap in the chain loads everything anew. Safe for use by
 * several threads; guarded by {@code this}.
 */
public final class LiveFiles {
    /** From here on reading every delta is no cheaper than reading the merged base. */
    private static final int LONGEST_WALK = 64;
    /** Each one more means that other writers committed, and expired what they had, during the one before. */
    private static final int MOST_ATTEMPTS = 10;

    private final SnapshotStore snapshots;
    private final ManifestStore manifests;
    private final Map<BucketId, Map<FileIdentifier, DataFileMeta>> files = new HashMap<>();
    private final Map<BinaryRow, Integer> totalBuckets = new HashMap<>();
    private final Set<BucketId> changed = new LinkedHashSet<>();
    private Map<BucketId, BucketVectors> vectors = Map.of();
    private Optional<String> vectorsFrom = Optional.empty();
    private Optional<Snapshot> current = Optional.empty();
    private boolean stale = true;

    public LiveFiles(SnapshotStore snapshots, ManifestStore manifests) {
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
        this.manifests = requireNonNull(manifests, "manifests is null");
    }

    /** The next question is answered from the newest snapshot of that moment. */
    public synchronized void refresh() {
        stale = true;
    }

    /** The snapshot that answers come from; empty for a table without one. */
    public Optional<Snapshot> snapshot() {
        follow();
        return current;
    }

    /** All buckets that hold live files. */
    public Set<BucketId> buckets() {
        follow();
        return Set.copyOf(files.keySet());
    }

    /** Live files of a bucket; empty if it has none. */
    public synchronized List<DataFileMeta> ofBucket(BucketId bucket) {
        follow();
        Map<FileIdentifier, DataFileMeta> found = files.get(bucket);
        return found == null ? List.of() : List.copyOf(found.values());
    }

    /** Live files of a bucket with their deletion vectors, of one snapshot. */
    public synchronized BucketContent contentOf(BucketId bucket) {
        List<DataFileMeta> live = ofBucket(bucket);
        return new BucketContent(live, vectors.getOrDefault(bucket, BucketVectors.NONE));
    }

    /** The number of buckets by which a partition's rows were distributed; empty if none of its files tells. */
    public synchronized OptionalInt totalBucketsOf(BinaryRow partition) {
        follow();
        Integer total = totalBuckets.get(partition);
        return total == null ? OptionalInt.empty() : OptionalInt.of(total);
    }

    /** Buckets that have got or lost files since this was last asked; all that have or had some, when everything was loaded anew. */
    public synchronized Set<BucketId> takeChanged() {
        follow();
        Set<BucketId> taken = Set.copyOf(changed);
        changed.clear();
        return taken;
    }

    private void follow() {
        for (int attempt = 1; stale; attempt++) {
            Optional<Snapshot> newest = snapshots.latest();
            boolean anew = current.isEmpty();
            try {
                goTo(newest);
                stale = false;
            } catch (StorageException e) {
                // What is missing has expired while it was read, if there is something newer; or it was a step on the
                // way.
                boolean overtaken = !anew || !snapshots.latest().equals(newest);
                if (!e.isNotFound() || !overtaken || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void goTo(Optional<Snapshot> newest) {
        if (newest.equals(current)) {
            return;
        }
        Optional<List<Snapshot>> steps = stepsTo(newest);
        // Until the end is reached the maps are of no snapshot: a failure in between must not leave them half changed.
        Optional<Snapshot> before = current;
        current = Optional.empty();
        if (before.isPresent() && steps.isPresent()) {
            steps.get().forEach(this::applyDelta);
        } else {
            load(newest);
        }
        loadVectors(newest.flatMap(Snapshot::indexManifest));
        current = newest;
    }

    /** The snapshots after the current one up to the newest, if it can be reached that way. */
    private Optional<List<Snapshot>> stepsTo(Optional<Snapshot> newest) {
        if (current.isEmpty() || newest.isEmpty()) {
            return Optional.empty();
        }
        long from = current.get().id();
        long to = newest.get().id();
        boolean sameChain =
                to > from && to - from <= LONGEST_WALK && snapshots.find(from).equals(current);
        if (!sameChain) {
            return Optional.empty();
        }
        var steps = new ArrayList<Snapshot>();
        for (long id = from + 1; id < to; id++) {
            Optional<Snapshot> step = snapshots.find(id);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.add(step.get());
        }
        steps.add(newest.get());
        return Optional.of(steps);
    }

    private void load(Optional<Snapshot> snapshot) {
        changed.addAll(files.keySet());
        files.clear();
        totalBuckets.clear();
        snapshot.ifPresent(found ->
                manifests.liveFiles(found.manifestLists(), EntryFilter.ALL).forEach(this::apply));
    }

    /** An index manifest that did not change is kept: its name is of one content. */
    private void loadVectors(Optional<String> indexManifest) {
        if (!indexManifest.equals(vectorsFrom)) {
            vectors = manifests.readDeletionVectors(indexManifest);
            vectorsFrom = indexManifest;
        }
    }

    private void applyDelta(Snapshot snapshot) {
        for (ManifestFileMeta manifest : manifests.readList(snapshot.deltaList())) {
            manifests.readEntries(manifest, EntryFilter.ALL).forEach(this::apply);
        }
    }

    private void apply(ManifestEntry entry) {
        BucketId bucket = entry.bucket();
        changed.add(bucket);
        FileIdentifier file = FileIdentifier.of(bucket, entry.file());
        switch (entry.kind()) {
            case ADD -> {
                files.computeIfAbsent(bucket, unused -> new LinkedHashMap<>()).put(file, entry.file());
                if (entry.totalBuckets() > 0) {
                    totalBuckets.put(bucket.partition(), entry.totalBuckets());
                }
            }
            case DELETE -> {
                Map<FileIdentifier, DataFileMeta> ofBucket = files.get(bucket);
                if (ofBucket != null) {
                    ofBucket.remove(file);
                    if (ofBucket.isEmpty()) {
                        files.remove(bucket);
                        forgetIfEmpty(bucket.partition());
                    }
                }
            }
        }
    }

    /** A partition without files, one that was dropped for example, may begin again with another number of buckets. */
    private void forgetIfEmpty(BinaryRow partition) {
        if (files.keySet().stream().noneMatch(bucket -> bucket.partition().equals(partition))) {
            totalBuckets.remove(partition);
        }
    }
}

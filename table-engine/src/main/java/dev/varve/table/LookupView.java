package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.lsm.Levels;
import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.RowComparator;
import dev.varve.table.scan.LiveFiles;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The trees of a table's buckets in one snapshot, made from the live files when they are first asked for. Thread-safe. */
final class LookupView {
    private final TableParts parts;
    private final RowComparator keyOrder;

    /** Guarded by this, as are the trees. */
    private final LiveFiles files;

    private final Map<BucketId, Tree> trees = new HashMap<>();

    /**
     * A bucket.
     *
     * @param levels its files
     * @param vectors which of their rows are deleted
     */
    record Tree(Levels levels, BucketVectors vectors) {}

    private long changes;
    private volatile Optional<Snapshot> snapshot = Optional.empty();
    private volatile boolean isLoaded;

    LookupView(TableParts parts, RowComparator keyOrder) {
        this.parts = requireNonNull(parts, "parts is null");
        this.keyOrder = requireNonNull(keyOrder, "keyOrder is null");
        this.files = new LiveFiles(parts.snapshots(), parts.manifests());
    }

    /** Goes on to the newest snapshot; if that is where the view is already, nothing waits for anything. */
    void refresh() {
        if (isLoaded && parts.snapshots().latest().equals(snapshot)) {
            return;
        }
        synchronized (this) {
            files.refresh();
            Optional<Snapshot> newest = files.snapshot();
            if (!newest.equals(snapshot)) {
                trees.clear();
                changes++;
                snapshot = newest;
            }
            isLoaded = true;
        }
    }

    Optional<Snapshot> snapshot() {
        return snapshot;
    }

    /** How often the snapshot has changed. */
    synchronized long changes() {
        return changes;
    }

    /** The tree of a bucket; empty if it has no files. */
    synchronized Optional<Tree> tree(BucketId bucket) {
        Tree known = trees.get(bucket);
        if (known != null) {
            return Optional.of(known);
        }
        BucketContent live = files.contentOf(bucket);
        if (live.files().isEmpty()) {
            return Optional.empty();
        }
        Tree tree = new Tree(
                Levels.of(live.files(), keyOrder, Math.max(2, parts.options().numLevels())), live.vectors());
        trees.put(bucket, tree);
        return Optional.of(tree);
    }

    /** Buckets that hold files and are visible to readers, of one partition or of all. */
    synchronized List<BucketId> buckets(Optional<BinaryRow> partition) {
        return files.buckets().stream()
                .filter(bucket -> bucket.bucket() >= 0)
                .filter(bucket -> partition.isEmpty() || bucket.partition().equals(partition.get()))
                .toList();
    }

    /** By how many buckets the rows of a partition are distributed, if its files tell. */
    synchronized OptionalInt totalBuckets(BinaryRow partition) {
        return files.totalBucketsOf(partition);
    }
}

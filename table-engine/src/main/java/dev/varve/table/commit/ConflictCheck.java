package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryMerger;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether changes can be made to live files (format page snapshots, conflict checks): all files of a partition belong to the same
 * number of buckets; what is deleted is there; what is added is not; and on every level from 1 on, the files of a bucket have
 * disjoint key ranges. Pure.
 */
final class ConflictCheck {
    private final Comparator<? super BinaryRow> keyOrder;

    /**
     * @param keyOrder order of trimmed primary keys
     */
    ConflictCheck(Comparator<? super BinaryRow> keyOrder) {
        this.keyOrder = requireNonNull(keyOrder, "keyOrder is null");
    }

    /**
     * Looks for the first conflict.
     *
     * @param live files of the base, at least all of the buckets that {@code delta} touches
     * @param delta changes in order
     */
    Optional<Conflict> find(List<ManifestEntry> live, List<ManifestEntry> delta) {
        Optional<Conflict> conflict = totalBuckets(live, delta);
        if (conflict.isPresent()) {
            return conflict;
        }
        EntryMerger merged = new EntryMerger();
        live.forEach(merged::apply);
        for (ManifestEntry entry : delta) {
            boolean wasLive = entry.kind() == Kind.ADD && merged.isLive(entry.bucket(), entry.file());
            if (!merged.apply(entry)) {
                return Optional.of(
                        new Conflict("file " + entry.describe() + " is added, but it is there already", wasLive));
            }
        }
        List<ManifestEntry> missing = merged.unmatchedDeletes();
        if (!missing.isEmpty()) {
            return Optional.of(new Conflict(
                    "files to be replaced are not live any more, another writer has compacted or overwritten them: "
                            + missing.stream()
                                    .limit(10)
                                    .map(ManifestEntry::describe)
                                    .toList(),
                    false));
        }
        return keyRanges(merged.added());
    }

    private static Optional<Conflict> totalBuckets(List<ManifestEntry> live, List<ManifestEntry> delta) {
        Map<BinaryRow, ManifestEntry> first = new HashMap<>();
        for (List<ManifestEntry> entries : List.of(live, delta)) {
            for (ManifestEntry entry : entries) {
                if (entry.totalBuckets() <= 0) {
                    continue;
                }
                ManifestEntry other = first.putIfAbsent(entry.bucket().partition(), entry);
                if (other != null && other.totalBuckets() != entry.totalBuckets()) {
                    return Optional.of(new Conflict(
                            "file " + entry.describe() + " was written for " + entry.totalBuckets()
                                    + " buckets, but its partition has files for " + other.totalBuckets()
                                    + " buckets (" + other.file().name()
                                    + "); was the table rescaled under a running writer?",
                            false));
                }
            }
        }
        return Optional.empty();
    }

    /** A sorted run: one level from 1 on of one bucket. */
    private record Run(BucketId bucket, int level) {}

    private Optional<Conflict> keyRanges(List<ManifestEntry> files) {
        Map<Run, List<ManifestEntry>> runs = new HashMap<>();
        for (ManifestEntry entry : files) {
            if (entry.file().level() >= 1) {
                runs.computeIfAbsent(new Run(entry.bucket(), entry.file().level()), run -> new ArrayList<>())
                        .add(entry);
            }
        }
        for (List<ManifestEntry> run : runs.values()) {
            run.sort((left, right) ->
                    keyOrder.compare(left.file().minKey(), right.file().minKey()));
            for (int i = 1; i < run.size(); i++) {
                DataFileMeta previous = run.get(i - 1).file();
                DataFileMeta next = run.get(i).file();
                if (keyOrder.compare(previous.maxKey(), next.minKey()) >= 0) {
                    return Optional.of(new Conflict(
                            "the key ranges of files " + run.get(i - 1).describe() + " and "
                                    + run.get(i).describe() + " would overlap",
                            false));
                }
            }
        }
        return Optional.empty();
    }
}

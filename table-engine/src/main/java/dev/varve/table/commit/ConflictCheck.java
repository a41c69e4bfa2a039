package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.EntryMerger;
import dev.varve.table.manifest.FileIdentifier;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        return totalBuckets(List.of(live, delta))
                .or(() -> files(live, delta))
                .map(reason -> new Conflict(reason, addsWhatIsLive(live, delta)));
    }

    /** The same for an overwrite, which may change the number of buckets: it counts what is left afterwards. */
    Optional<Conflict> findInOverwrite(List<ManifestEntry> live, List<ManifestEntry> delta) {
        return files(live, delta)
                .or(() -> {
                    EntryMerger merged = new EntryMerger();
                    live.forEach(merged::apply);
                    delta.forEach(merged::apply);
                    return totalBuckets(List.of(merged.added()));
                })
                .map(reason -> new Conflict(reason, addsWhatIsLive(live, delta)));
    }

    private static boolean addsWhatIsLive(List<ManifestEntry> live, List<ManifestEntry> delta) {
        Set<FileIdentifier> files = new HashSet<>();
        live.forEach(entry -> files.add(FileIdentifier.of(entry.bucket(), entry.file())));
        return delta.stream()
                .anyMatch(entry ->
                        entry.kind() == Kind.ADD && files.contains(FileIdentifier.of(entry.bucket(), entry.file())));
    }

    private Optional<String> files(List<ManifestEntry> live, List<ManifestEntry> delta) {
        EntryMerger merged = new EntryMerger();
        live.forEach(merged::apply);
        for (ManifestEntry entry : delta) {
            if (!merged.apply(entry)) {
                return Optional.of("file " + entry.describe() + " is added, but it is there already");
            }
        }
        List<ManifestEntry> missing = merged.unmatchedDeletes();
        if (!missing.isEmpty()) {
            return Optional.of(
                    "files to be replaced are not live any more, another writer has compacted or overwritten them: "
                            + missing.stream()
                                    .limit(10)
                                    .map(ManifestEntry::describe)
                                    .toList());
        }
        return keyRanges(merged.added());
    }

    private static Optional<String> totalBuckets(List<List<ManifestEntry>> files) {
        Map<BinaryRow, ManifestEntry> first = new HashMap<>();
        for (List<ManifestEntry> entries : files) {
            for (ManifestEntry entry : entries) {
                if (entry.totalBuckets() <= 0) {
                    continue;
                }
                ManifestEntry other = first.putIfAbsent(entry.bucket().partition(), entry);
                if (other != null && other.totalBuckets() != entry.totalBuckets()) {
                    return Optional.of("file " + entry.describe() + " was written for " + entry.totalBuckets()
                            + " buckets, but its partition has files for " + other.totalBuckets()
                            + " buckets (" + other.file().name()
                            + "). The partition was rescaled under a running writer: restart the writer, so that it"
                            + " distributes rows by the number of buckets that the table has now");
                }
            }
        }
        return Optional.empty();
    }

    /** A sorted run: one level from 1 on of one bucket. */
    private record Run(BucketId bucket, int level) {}

    private Optional<String> keyRanges(List<ManifestEntry> files) {
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
                    return Optional.of("the key ranges of files "
                            + run.get(i - 1).describe() + " and " + run.get(i).describe() + " would overlap");
                }
            }
        }
        return Optional.empty();
    }
}

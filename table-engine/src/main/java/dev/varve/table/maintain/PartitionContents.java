package dev.varve.table.maintain;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds out which partitions a snapshot has. */
final class PartitionContents {
    private PartitionContents() {}

    /** Partitions that have rows in buckets from 0 on, in the order in which they first appear. */
    static List<PartitionContent> of(Snapshot snapshot, ManifestStore manifests, Predicate<BinaryRow> wanted) {
        Map<BinaryRow, List<ManifestEntry>> files = new LinkedHashMap<>();
        for (ManifestEntry entry : manifests.liveFiles(snapshot.manifestLists(), EntryFilter.ALL)) {
            BinaryRow partition = entry.bucket().partition();
            if (entry.bucket().bucket() >= 0 && wanted.test(partition)) {
                files.computeIfAbsent(partition, unused -> new ArrayList<>()).add(entry);
            }
        }
        List<PartitionContent> contents = new ArrayList<>();
        Map<BucketId, BucketVectors> vectors = manifests.readDeletionVectors(snapshot.indexManifest());
        files.forEach((partition, ofPartition) -> {
            Map<BucketId, BucketVectors> ofPartitionVectors = new HashMap<>(vectors);
            ofPartitionVectors.keySet().removeIf(bucket -> !bucket.partition().equals(partition));
            contents.add(new PartitionContent(partition, ofPartition, ofPartitionVectors));
        });
        return contents;
    }
}

package dev.varve.table.maintain;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import java.util.List;
import java.util.Map;

/**
 * A partition of a snapshot.
 *
 * @param files its live files, at least one
 * @param vectors which of their rows are deleted, by bucket
 */
record PartitionContent(BinaryRow partition, List<ManifestEntry> files, Map<BucketId, BucketVectors> vectors) {
    PartitionContent {
        files = List.copyOf(files);
        vectors = Map.copyOf(vectors);
    }

    /** When its newest file was made, as the local time of its writer in milliseconds; 0 if no file tells. */
    long newestFileMillis() {
        return files.stream()
                .mapToLong(entry -> entry.file().creationTimeMillis().orElse(0L))
                .max()
                .orElse(0);
    }
}

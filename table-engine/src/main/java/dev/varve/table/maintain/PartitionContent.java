package dev.varve.table.maintain;

import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.row.BinaryRow;
import java.util.List;

/**
 * A partition of a snapshot.
 *
 * @param files its live files, at least one
 */
record PartitionContent(BinaryRow partition, List<ManifestEntry> files) {
    PartitionContent {
        files = List.copyOf(files);
    }

    /** When its newest file was made, as the local time of its writer in milliseconds; 0 if no file tells. */
    long newestFileMillis() {
        return files.stream()
                .mapToLong(entry -> entry.file().creationTimeMillis().orElse(0L))
                .max()
                .orElse(0);
    }
}

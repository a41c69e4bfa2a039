package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.VectorChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one snapshot is to change about index files.
 *
 * @param replaced what an overwrite takes away, with its index files; empty for other kinds
 * @param vectors what compactions do to the deletion vectors of their buckets
 */
record IndexChanges(Optional<Replaced> replaced, Map<BucketId, VectorChange> vectors) {
    static final IndexChanges NONE = new IndexChanges(Optional.empty(), Map.of());

    IndexChanges {
        requireNonNull(replaced, "replaced is null");
        vectors = Map.copyOf(vectors);
    }

    static IndexChanges of(Replaced replaced) {
        return new IndexChanges(Optional.of(replaced), Map.of());
    }

    static IndexChanges of(Map<BucketId, VectorChange> vectors) {
        return new IndexChanges(Optional.empty(), vectors);
    }

    /** Whether all index files stay. */
    boolean isEmpty() {
        return replaced.isEmpty() && vectors.values().stream().noneMatch(VectorChange::isChange);
    }

    /** Names of files that were written for this snapshot. */
    List<String> written() {
        return vectors.values().stream()
                .flatMap(change -> change.written().stream())
                .map(IndexManifestEntry::name)
                .toList();
    }

    /** The index files after the change. */
    List<IndexManifestEntry> applyTo(List<IndexManifestEntry> entries) {
        Map<String, IndexManifestEntry> kept = new LinkedHashMap<>();
        for (IndexManifestEntry entry : entries) {
            boolean stays = entry.bucket().bucket() < 0
                    || replaced.isEmpty()
                    || !replaced.get().covers(entry.bucket().partition());
            if (stays) {
                kept.put(entry.name(), entry);
            }
        }
        vectors.values().stream().filter(VectorChange::isChange).forEach(change -> {
            change.before().ifPresent(entry -> kept.remove(entry.name()));
            change.after().ifPresent(entry -> kept.put(entry.name(), entry));
        });
        return List.copyOf(kept.values());
    }
}

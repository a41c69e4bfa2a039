package dev.varve.table.commit;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.IndexManifestEntry.DeletionVectorRange;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.VectorChange;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether compactions can be made to the deletion vectors of a base. Two writers may compact one bucket without replacing the same
 * file: one marks rows in a file that the other rewrites. Then either the marks or the rows they delete would come back, so both the
 * vectors and the files they are about must be as the compaction knew them. Pure.
 */
final class VectorCheck {
    private VectorCheck() {}

    /**
     * Looks for the first conflict.
     *
     * @param current deletion vectors of the base, of the buckets that have any
     * @param live files of the base, at least all of the compacted buckets
     * @param delta changes in order
     */
    static Optional<Conflict> find(
            Map<BucketId, VectorChange> changes,
            Map<BucketId, IndexManifestEntry> current,
            List<ManifestEntry> live,
            List<ManifestEntry> delta) {
        for (Map.Entry<BucketId, VectorChange> change : changes.entrySet()) {
            Optional<IndexManifestEntry> found = Optional.ofNullable(current.get(change.getKey()));
            if (!change.getValue().fits(found)) {
                return conflict("the deletion vectors of bucket " + change.getKey() + " are in "
                        + name(found) + ", the compaction has read those in "
                        + name(change.getValue().before()) + ": another writer has compacted the bucket");
            }
        }
        return marksOfGoneFiles(changes, live, delta);
    }

    private static Optional<Conflict> marksOfGoneFiles(
            Map<BucketId, VectorChange> changes, List<ManifestEntry> live, List<ManifestEntry> delta) {
        Set<String> names = new HashSet<>();
        live.forEach(entry -> names.add(entry.file().name()));
        delta.stream()
                .filter(entry -> entry.kind() == Kind.ADD)
                .forEach(entry -> names.add(entry.file().name()));
        for (VectorChange change : changes.values()) {
            for (DeletionVectorRange range : change.written()
                    .flatMap(IndexManifestEntry::deletionVectors)
                    .orElse(List.of())) {
                if (!names.contains(range.dataFile())) {
                    return conflict("rows of data file " + range.dataFile()
                            + " were to be deleted, but it is not live any more: another writer has compacted it");
                }
            }
        }
        return Optional.empty();
    }

    private static String name(Optional<IndexManifestEntry> entry) {
        return entry.map(IndexManifestEntry::name).orElse("no file");
    }

    private static Optional<Conflict> conflict(String reason) {
        return Optional.of(new Conflict(reason, false));
    }
}

package dev.varve.table.manifest;

import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.IndexManifestEntry.DeletionVectorRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The deletion vectors of one bucket in one snapshot.
 *
 * @param entry the file that holds them; empty if there is none
 * @param places where the vector of a data file is, by the data file's name; files without deleted rows are not there
 */
public record BucketVectors(Optional<IndexManifestEntry> entry, Map<String, VectorPlace> places) {
    /** No row of the bucket is marked as deleted. */
    public static final BucketVectors NONE = new BucketVectors(Optional.empty(), Map.of());

    public BucketVectors {
        places = Map.copyOf(places);
    }

    /** What an entry of type {@link IndexManifestEntry#DELETION_VECTORS} says. */
    public static BucketVectors of(IndexManifestEntry entry, TableLayout layout) {
        Location file = entry.externalPath().map(Location::of).orElseGet(() -> layout.indexFile(entry.name()));
        Map<String, VectorPlace> places = new HashMap<>();
        for (DeletionVectorRange range : entry.deletionVectors().orElse(List.of())) {
            places.put(
                    range.dataFile(),
                    new VectorPlace(
                            file,
                            entry.sizeBytes(),
                            range.dataFile(),
                            range.offset(),
                            range.length(),
                            range.cardinality()));
        }
        return new BucketVectors(Optional.of(entry), places);
    }

    /** Where the vector of a data file is; empty if none of its rows is deleted. */
    public Optional<VectorPlace> of(DataFileMeta file) {
        return Optional.ofNullable(places.get(file.name()));
    }
}

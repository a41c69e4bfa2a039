package dev.varve.table.compact;

import static java.util.Objects.requireNonNull;

import dev.varve.table.deletion.DeletionVector;
import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.VectorChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The deletion vectors of a bucket while one compaction changes them: rows that it replaces are marked, and the vectors of files
 * that it rewrites go. Confined to one thread.
 */
final class VectorUpdate {
    private final BucketVectors base;
    private final VectorFiles files;
    private final Map<String, DeletionVector.Builder> marked = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private boolean changed;

    /** Rows are usually marked file by file. */
    private String lastFile = "";

    private DeletionVector.Builder lastBuilder;

    /** @param base as committed; stays as it is */
    VectorUpdate(BucketVectors base, VectorFiles files) {
        this.base = requireNonNull(base, "base is null");
        this.files = requireNonNull(files, "files is null");
    }

    /** Where a file's vector was before the compaction: its files are read without the rows deleted there. */
    Optional<VectorPlace> of(DataFileMeta file) {
        return base.of(file);
    }

    /** Deletes a row, which may be deleted already. */
    void mark(DataFileMeta file, long position) {
        if (!file.name().equals(lastFile)) {
            lastBuilder = marked.computeIfAbsent(
                    file.name(),
                    name -> new DeletionVector.Builder(
                            base.of(file).map(files::read).orElse(DeletionVector.NONE)));
            lastFile = file.name();
        }
        changed |= lastBuilder.add(position);
    }

    /** The file will not be live any more. */
    void drop(DataFileMeta file) {
        gone.add(file.name());
        changed |= base.of(file).isPresent();
    }

    /** Writes the vectors that the bucket has now, unless they are as before. Called once. */
    VectorChange finish(BucketId bucket) {
        if (!changed) {
            return new VectorChange(base.entry(), base.entry());
        }
        SortedMap<String, DeletionVector> vectors = new TreeMap<>();
        base.places().forEach((name, place) -> {
            if (!gone.contains(name) && !marked.containsKey(name)) {
                vectors.put(name, files.read(place));
            }
        });
        marked.forEach((name, builder) -> {
            if (!gone.contains(name)) {
                vectors.put(name, builder.build());
            }
        });
        vectors.values().removeIf(DeletionVector::isEmpty);
        Optional<IndexManifestEntry> written =
                vectors.isEmpty() ? Optional.empty() : Optional.of(files.write(bucket, vectors));
        return new VectorChange(base.entry(), written);
    }
}

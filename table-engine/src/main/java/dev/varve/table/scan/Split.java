package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.deletion.VectorPlace;
import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Files of one bucket that are read together: all that may hold versions of the keys in it.
 *
 * @param files at least one
 * @param raw whether the files can be read one by one without merging: no key is in two of them, and none holds retractions
 * @param vectors which of their rows are deleted
 */
public record Split(BucketId bucket, List<DataFileMeta> files, boolean raw, BucketVectors vectors) {
    public Split {
        requireNonNull(bucket, "bucket is null");
        requireNonNull(vectors, "vectors is null");
        files = List.copyOf(files);
        Check.argument(!files.isEmpty(), "a split has at least one file");
    }

    /** A split without deleted rows. */
    public Split(BucketId bucket, List<DataFileMeta> files, boolean raw) {
        this(bucket, files, raw, BucketVectors.NONE);
    }

    /** A split that is merged. */
    public Split(BucketId bucket, List<DataFileMeta> files) {
        this(bucket, files, false);
    }

    /** A split that is merged. */
    public Split(BucketId bucket, List<DataFileMeta> files, BucketVectors vectors) {
        this(bucket, files, false, vectors);
    }

    /** Size of all files. */
    public long sizeBytes() {
        return files.stream().mapToLong(DataFileMeta::sizeBytes).sum();
    }

    /** Number of rows in all files, retractions, replaced and deleted versions included. */
    public long storedRows() {
        return files.stream().mapToLong(DataFileMeta::rowCount).sum();
    }

    /** Number of rows that reading gives, before any filter; empty if only reading can tell. */
    public OptionalLong rowCount() {
        if (!raw || files.stream().anyMatch(DataFileMeta::mayHoldRetracts)) {
            return OptionalLong.empty();
        }
        long rows = storedRows();
        for (DataFileMeta file : files) {
            Optional<VectorPlace> deleted = vectors.of(file);
            if (deleted.isPresent()) {
                if (deleted.get().cardinality().isEmpty()) {
                    return OptionalLong.empty();
                }
                rows -= deleted.get().cardinality().getAsLong();
            }
        }
        return OptionalLong.of(rows);
    }
}

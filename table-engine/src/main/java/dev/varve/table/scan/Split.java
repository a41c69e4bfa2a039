package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;
import java.util.OptionalLong;

/**
 * Files of one bucket that are read together: all that may hold versions of the keys in it.
 *
 * @param files at least one
 * @param raw whether the files can be read one by one without merging: no key is in two of them, and none holds retractions
 */
public record Split(BucketId bucket, List<DataFileMeta> files, boolean raw) {
    public Split {
        requireNonNull(bucket, "bucket is null");
        files = List.copyOf(files);
        Check.argument(!files.isEmpty(), "a split has at least one file");
    }

    /** A split that is merged. */
    public Split(BucketId bucket, List<DataFileMeta> files) {
        this(bucket, files, false);
    }

    /** Size of all files. */
    public long sizeBytes() {
        return files.stream().mapToLong(DataFileMeta::sizeBytes).sum();
    }

    /** Number of rows in all files, retractions and replaced versions included. */
    public long storedRows() {
        return files.stream().mapToLong(DataFileMeta::rowCount).sum();
    }

    /** Number of rows that reading gives, before any filter; empty if only reading can tell. */
    public OptionalLong rowCount() {
        boolean known = raw && files.stream().noneMatch(DataFileMeta::mayHoldRetracts);
        return known ? OptionalLong.of(storedRows()) : OptionalLong.empty();
    }
}

package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import java.util.List;

/**
 * Files of one bucket that are read together: all that may hold versions of the keys in it.
 *
 * @param files at least one
 */
public record Split(BucketId bucket, List<DataFileMeta> files) {
    public Split {
        requireNonNull(bucket, "bucket is null");
        files = List.copyOf(files);
    }
}

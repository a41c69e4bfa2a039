package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

/**
 * One line of a manifest: a file comes or goes.
 *
 * @param totalBuckets number of buckets of the partition when the file was written; -1 for dynamic buckets, -2 for the postponed one
 */
public record ManifestEntry(Kind kind, BucketId bucket, int totalBuckets, DataFileMeta file) {
    /** The codes 0 and 1 are stored: never renumber. */
    public enum Kind {
        ADD,
        DELETE
    }

    public ManifestEntry {
        requireNonNull(kind, "kind is null");
        requireNonNull(bucket, "bucket is null");
        requireNonNull(file, "file is null");
    }

    /** The file and its place, for errors and logs. */
    public String describe() {
        return file.name() + " (partition " + bucket.partition() + ", bucket " + bucket.bucket() + ", level "
                + file.level() + ")";
    }
}

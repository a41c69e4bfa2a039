package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What is live in one bucket of one snapshot.
 *
 * @param files data files, in no particular order
 * @param vectors which of their rows are deleted
 */
public record BucketContent(List<DataFileMeta> files, BucketVectors vectors) {
    /** A bucket that holds nothing. */
    public static final BucketContent EMPTY = new BucketContent(List.of(), BucketVectors.NONE);

    public BucketContent {
        files = List.copyOf(files);
        requireNonNull(vectors, "vectors is null");
    }
}

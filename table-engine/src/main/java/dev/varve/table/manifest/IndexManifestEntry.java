package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One index file of a snapshot (format page index, index manifest).
 *
 * @param type {@code HASH}, {@code DELETION_VECTORS}, or one that this engine does not know
 * @param name bare file name in the index directory
 * @param rowCount hashes in a hash index; vectors in a file of deletion vectors
 * @param deletionVectors where the vectors of which data file are; empty for other types
 * @param externalPath full path, for files outside the table
 */
public record IndexManifestEntry(
        BucketId bucket,
        String type,
        String name,
        long sizeBytes,
        long rowCount,
        Optional<List<DeletionVectorRange>> deletionVectors,
        Optional<String> externalPath) {
    public static final String HASH = "HASH";
    public static final String DELETION_VECTORS = "DELETION_VECTORS";

    public IndexManifestEntry {
        requireNonNull(bucket, "bucket is null");
        requireNonNull(type, "type is null");
        requireNonNull(name, "name is null");
        deletionVectors = deletionVectors.map(List::copyOf);
    }

    /**
     * The place of one data file's deletion vector in an index file.
     *
     * @param offset of its first byte
     * @param length see the format page: it differs between 32 and 64 bit vectors
     * @param cardinality number of deleted rows, if known
     */
    public record DeletionVectorRange(String dataFile, int offset, int length, OptionalLong cardinality) {
        public DeletionVectorRange {
            requireNonNull(dataFile, "dataFile is null");
        }
    }
}

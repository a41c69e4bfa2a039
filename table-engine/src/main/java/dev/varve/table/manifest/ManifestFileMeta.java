package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a manifest list knows about one manifest (format page manifests, manifest list).
 *
 * @param name bare file name in the manifest directory
 * @param sizeBytes exact size when written by us; a hint in general
 * @param addedFiles number of ADD entries
 * @param deletedFiles number of DELETE entries
 * @param partitionStats bounds and null counts of the partition rows of all entries, never shortened
 * @param schemaId largest schema id of the entries' files
 * @param minBucket smallest bucket; empty for unknown, as are the other three
 * @param minRowId row tracking only, carried over
 * @param maxRowId row tracking only, carried over
 */
public record ManifestFileMeta(
        String name,
        long sizeBytes,
        long addedFiles,
        long deletedFiles,
        SimpleStats partitionStats,
        long schemaId,
        OptionalInt minBucket,
        OptionalInt maxBucket,
        OptionalInt minLevel,
        OptionalInt maxLevel,
        OptionalLong minRowId,
        OptionalLong maxRowId) {
    public ManifestFileMeta {
        requireNonNull(name, "name is null");
        requireNonNull(partitionStats, "partitionStats is null");
    }

    /** Number of entries. */
    public long entries() {
        return addedFiles + deletedFiles;
    }
}

package dev.varve.table;

/**
 * One live data file, as {@code bin/varve files} shows it.
 *
 * @param partition directory part below the table, {@code ""} for unpartitioned tables
 * @param bucket bucket number
 * @param level LSM level
 * @param name file name
 */
public record LiveFile(
        String partition,
        int bucket,
        int level,
        String name,
        long sizeBytes,
        long rowCount,
        java.util.OptionalLong deleteRowCount,
        long minSequence,
        long maxSequence,
        String minKey,
        String maxKey,
        long schemaId) {}

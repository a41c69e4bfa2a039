package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What a manifest knows about one data or changelog file (format page manifests, section on the file record).
 *
 * @param name bare file name in the bucket directory
 * @param sizeBytes exact size
 * @param rowCount all rows, deletes included
 * @param minKey first trimmed primary key, in binary form with kind +I
 * @param maxKey last key
 * @param keyStats statistics of the key columns, one field a key column
 * @param valueStats statistics of the table columns named by {@code valueStatsColumns}
 * @param minSequence smallest sequence number
 * @param maxSequence largest sequence number
 * @param schemaId schema with which the file was written
 * @param level LSM level
 * @param extraFiles names of files that belong to it, in the same directory
 * @param creationTimeMillis writer's local wall-clock time as if it were UTC
 * @param deleteRowCount rows of kind -U or -D; empty for unknown
 * @param embeddedIndex file index bytes (read-only buffer), if embedded
 * @param source where the rows came from; empty for unknown
 * @param valueStatsColumns names that {@code valueStats} covers; empty for all columns of the schema
 * @param externalPath full path, for files outside the table
 * @param firstRowId row tracking only, carried over
 * @param writeColumns data evolution only, carried over
 */
public record DataFileMeta(
        String name,
        long sizeBytes,
        long rowCount,
        BinaryRow minKey,
        BinaryRow maxKey,
        SimpleStats keyStats,
        SimpleStats valueStats,
        long minSequence,
        long maxSequence,
        long schemaId,
        int level,
        List<String> extraFiles,
        Optional<Long> creationTimeMillis,
        Optional<Long> deleteRowCount,
        Optional<ByteBuffer> embeddedIndex,
        Optional<FileSource> source,
        Optional<List<String>> valueStatsColumns,
        Optional<String> externalPath,
        Optional<Long> firstRowId,
        Optional<List<String>> writeColumns) {
    public DataFileMeta {
        extraFiles = List.copyOf(extraFiles);
        valueStatsColumns = valueStatsColumns.map(List::copyOf);
        writeColumns = writeColumns.map(List::copyOf);
    }

    /** The same file on another level: an upgrade moves it without touching its bytes. */
    public DataFileMeta atLevel(int newLevel) {
        return new DataFileMeta(
                name,
                sizeBytes,
                rowCount,
                minKey,
                maxKey,
                keyStats,
                valueStats,
                minSequence,
                maxSequence,
                schemaId,
                newLevel,
                extraFiles,
                creationTimeMillis,
                deleteRowCount,
                embeddedIndex,
                source,
                valueStatsColumns,
                externalPath,
                firstRowId,
                writeColumns);
    }

    /** Whether the file may hold rows of kind -U or -D; unknown counts as yes. */
    public boolean mayHoldRetracts() {
        return deleteRowCount.orElse(1L) > 0;
    }
}

package dev.varve.table.format;

import java.util.List;

/**
 * What a finished file turned out to be.
 *
 * @param sizeBytes exact size
 * @param rowCount rows in it
 * @param columns statistics, one a column of the written type
 */
public record WrittenFile(long sizeBytes, long rowCount, List<ColumnStatistics> columns) {
    public WrittenFile {
        columns = List.copyOf(columns);
    }
}

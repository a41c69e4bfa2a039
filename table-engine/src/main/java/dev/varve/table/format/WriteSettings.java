package dev.varve.table.format;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * How a file is written.
 *
 * @param compression codec name as in the option {@code file.compression}: zstd, snappy, gzip, lz4, none …
 * @param zstdLevel level for zstd
 * @param blockBytes row group size in bytes
 * @param statistics one mode a column of the written type, in its order
 * @param distinct names of columns in which no value comes twice: a dictionary of them would be made only to be given up
 */
public record WriteSettings(
        String compression, int zstdLevel, long blockBytes, List<StatisticsMode> statistics, Set<String> distinct) {
    /** Parquet's own default row group size. */
    public static final long DEFAULT_BLOCK_BYTES = 128L << 20;

    public WriteSettings {
        requireNonNull(compression, "compression is null");
        statistics = List.copyOf(statistics);
        distinct = Set.copyOf(distinct);
    }

    /** Of no column it is known that its values are distinct. */
    public WriteSettings(String compression, int zstdLevel, long blockBytes, List<StatisticsMode> statistics) {
        this(compression, zstdLevel, blockBytes, statistics, Set.of());
    }
}

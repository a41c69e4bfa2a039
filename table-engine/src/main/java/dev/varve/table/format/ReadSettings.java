package dev.varve.table.format;

import static java.util.Objects.requireNonNull;

import dev.varve.table.predicate.Constant;
import dev.varve.table.predicate.Predicate;

/**
 * How a file is read.
 *
 * @param predicate over the columns that are read; rows of which it is not true may be left out, but need not be
 * @param cache where parsed metadata is kept
 * @param statistics counts what is read
 */
public record ReadSettings(Predicate predicate, MetadataCache cache, ReadStatistics statistics) {
    public ReadSettings {
        requireNonNull(predicate, "predicate is null");
        requireNonNull(cache, "cache is null");
        requireNonNull(statistics, "statistics is null");
    }

    /** All rows, nothing cached. */
    public static ReadSettings plain() {
        return new ReadSettings(Constant.TRUE, MetadataCache.NONE, new ReadStatistics());
    }
}

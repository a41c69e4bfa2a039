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
 * @param keepsPages whether single pages that are read are cached too, because single rows near those wanted now will be wanted
 */
public record ReadSettings(Predicate predicate, MetadataCache cache, ReadStatistics statistics, boolean keepsPages) {
    public ReadSettings {
        requireNonNull(predicate, "predicate is null");
        requireNonNull(cache, "cache is null");
        requireNonNull(statistics, "statistics is null");
    }

    /** Pages are not kept. */
    public ReadSettings(Predicate predicate, MetadataCache cache, ReadStatistics statistics) {
        this(predicate, cache, statistics, false);
    }

    /** All rows, nothing cached. */
    public static ReadSettings plain() {
        return new ReadSettings(Constant.TRUE, MetadataCache.NONE, new ReadStatistics());
    }
}

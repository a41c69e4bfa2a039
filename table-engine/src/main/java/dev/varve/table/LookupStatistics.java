package dev.varve.table;

/**
 * What lookups have touched since the table was opened.
 *
 * @param lookups keys looked for
 * @param filesOpened data files that were opened
 * @param filesSkipped data files whose key range holds a key, and whose Bloom filter says that it is not there
 * @param rowGroupsRead row groups of which at least one page was wanted
 * @param rowGroupsSkipped row groups of opened files that cannot hold a key
 * @param pagesRead pages that were decompressed, each of one column
 * @param viewsLoaded how often the view of the live files changed
 */
public record LookupStatistics(
        long lookups,
        long filesOpened,
        long filesSkipped,
        long rowGroupsRead,
        long rowGroupsSkipped,
        long pagesRead,
        long viewsLoaded) {}

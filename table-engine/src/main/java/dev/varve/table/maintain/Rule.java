package dev.varve.table.maintain;

import java.util.Locale;

/** What must hold of a table. The names are printed and documented: scripts may look for them. */
public enum Rule {
    /** A snapshot names a schema that exists, and follows from the one before it. */
    SNAPSHOT,
    /** A manifest list can be read and is as long as its snapshot says. */
    MANIFEST_LIST,
    /** A manifest can be read and is what its list says: size, entries, bounds of partitions, buckets, levels and schemas. */
    MANIFEST,
    /** A file is added once, and deleted only after it was added. */
    LIVE_FILES,
    /** A snapshot's record counts are the sums of its files' row counts. */
    RECORD_COUNT,
    /** Every file that is named is there. */
    FILE_EXISTS,
    /** A file has the recorded size. */
    FILE_SIZE,
    /** A file can be read to its end. */
    FILE_READABLE,
    /** The schema with which a file was written exists. */
    FILE_SCHEMA,
    /** A file has as many rows as recorded. */
    ROW_COUNT,
    /** A file has as many rows of kind -U and -D as recorded. */
    DELETE_COUNT,
    /** A row's kind is one of the four. */
    ROW_KIND,
    /** Rows ascend by key, in data files strictly. */
    KEY_ORDER,
    /** The recorded first and last key are those of the first and last row. */
    KEY_BOUNDS,
    /** A row's key columns repeat the key in its table columns. */
    KEY_COLUMNS,
    /** The recorded smallest and largest sequence number are those of the rows. */
    SEQUENCE_BOUNDS,
    /** All values lie within the recorded statistics, and nulls are as many. */
    STATISTICS,
    /** A row's partition columns are those of its partition. */
    PARTITION,
    /** A row lies in the bucket that its bucket key asks for, and a bucket's number is below their total. */
    BUCKET,
    /** All files of a partition belong to the same number of buckets. */
    TOTAL_BUCKETS,
    /** Within a level from 1 on, files of a bucket have disjoint key ranges. */
    LEVEL_OVERLAP,
    /**
     * For no key a newer version lies on a higher level than an older one, and no two versions are equally old.
     * In a first-row table no key lies above level 0 twice.
     */
    VERSION_ORDER,
    /** An index file fits to its entry, and what it is about is live. */
    INDEX_FILE;

    /** The name as it is printed: {@code version-order}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

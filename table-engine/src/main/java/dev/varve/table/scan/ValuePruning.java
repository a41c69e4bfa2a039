package dev.varve.table.scan;

import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.option.MergeEngine;

/**
 * How far value statistics may drop files (semantics, reads, section 3). A file that cannot match still hides older versions of
 * its keys: dropped alone, it would let them reappear.
 */
enum ValuePruning {
    /** Each file for itself: no other file that is read holds a version of its keys, or its rows are what is asked for. */
    EACH_FILE,
    /** All files that may share keys, or none of them: whichever version is the newest does not match. */
    ALL_OR_NONE,
    /** Never: a row is made of several versions, and may match where none of them does. */
    NEVER;

    /**
     * The rule for files that are read together as merged rows.
     *
     * @param deletionVectors whether replaced rows are marked in the files that hold them
     * @param mergedOnly whether the read leaves out level 0, and with it all that is not merged yet
     * @param overlapping whether there are at least two runs, so that two files may hold the same key
     */
    static ValuePruning ofMergedRead(
            MergeEngine engine, boolean deletionVectors, boolean mergedOnly, boolean overlapping) {
        boolean finalRows = mergedOnly && (deletionVectors || engine == MergeEngine.FIRST_ROW);
        if (!overlapping || finalRows) {
            return EACH_FILE;
        }
        if (deletionVectors) {
            return ALL_OR_NONE;
        }
        return switch (engine) {
            case DEDUPLICATE, FIRST_ROW -> ALL_OR_NONE;
            case PARTIAL_UPDATE, AGGREGATE -> NEVER;
        };
    }

    /** The rule for changelog files: only what a compaction made is one final change a key. */
    static ValuePruning ofChangelog(ChangelogProducer producer) {
        return switch (producer) {
            case LOOKUP, FULL_COMPACTION -> EACH_FILE;
            case NONE, INPUT -> NEVER;
        };
    }
}

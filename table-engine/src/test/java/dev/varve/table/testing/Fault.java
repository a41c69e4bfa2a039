package dev.varve.table.testing;

/** What a {@link FaultyFileIO} does to one call. "Lost answer": the store did it, the caller gets an error. */
public enum Fault {
    /** The call goes through. */
    NONE,

    /** {@code StorageException} TRANSIENT; the store did nothing. */
    FAIL_BEFORE,

    /**
     * {@code StorageException} TRANSIENT; the store did it. For create-if-absent this is more than {@code FileIO} permits; who
     * survives it does not depend on that promise.
     */
    FAIL_AFTER,

    /** {@code StorageException} REFUSED, as without permission or space; the store did nothing. */
    REFUSE,

    /** {@code CommitOutcomeUnknownException}; the store did nothing. As {@link #FAIL_BEFORE} where it is not create-if-absent. */
    UNKNOWN_BEFORE,

    /** {@code CommitOutcomeUnknownException}; the store did it. As {@link #FAIL_AFTER} where it is not create-if-absent. */
    UNKNOWN_AFTER,

    /** The process ends before the store does anything. */
    CRASH_BEFORE,

    /**
     * The process ends in the middle: a new or overwritten file has the first half of its content; create-if-absent, being
     * atomic, leaves half a temporary file beside. As {@link #CRASH_BEFORE} for calls that write nothing.
     */
    CRASH_HALFWAY,

    /** The process ends when the store has done it. */
    CRASH_AFTER;

    boolean isCrash() {
        return this == CRASH_BEFORE || this == CRASH_HALFWAY || this == CRASH_AFTER;
    }

    boolean isAfter() {
        return this == FAIL_AFTER || this == UNKNOWN_AFTER || this == CRASH_AFTER;
    }
}

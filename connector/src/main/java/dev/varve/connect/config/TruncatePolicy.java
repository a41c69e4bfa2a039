package dev.varve.connect.config;

/** What a Debezium truncate event does, setting {@code truncate.policy}. */
public enum TruncatePolicy implements Choice {
    /** The task stops with an explanation. */
    FAIL,
    /** The event is skipped; the table keeps its rows. */
    IGNORE,
    /** All rows of the table are deleted. */
    DELETE_ALL
}

package dev.varve.connect.config;

/** What a record without a value does, setting {@code tombstone.policy}. */
public enum TombstonePolicy implements Choice {
    /** Deletes by key, unless it follows the delete event of the same key, as Debezium sends it. */
    AUTO,
    /** Always deletes by key. */
    DELETE,
    /** Never does anything. */
    IGNORE
}

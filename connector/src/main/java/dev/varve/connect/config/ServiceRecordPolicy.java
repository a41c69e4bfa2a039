package dev.varve.connect.config;

/** What becomes of records that Debezium writes beside those of tables, settings {@code heartbeat.policy} and {@code transaction.policy}. */
public enum ServiceRecordPolicy implements Choice {
    /** They are skipped and counted. */
    IGNORE,
    /** They are rows, by the record's key. */
    LAND
}

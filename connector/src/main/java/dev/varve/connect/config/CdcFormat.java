package dev.varve.connect.config;

/** The form of the records, setting {@code cdc.format}. */
public enum CdcFormat implements Choice {
    /** Each record says by its shape which of the others it is; {@link #INSERT} is never guessed. */
    AUTO,
    /** Debezium envelopes: before, after, op, source. */
    DEBEZIUM,
    /** Envelopes flattened by Debezium's ExtractNewRecordState: a row with {@code __op} or {@code __deleted}. */
    FLAT,
    /** Debezium envelopes of MongoDB: documents as texts of JSON. */
    MONGODB,
    /** Maxwell's JSON: database, table, type, data, old. */
    MAXWELL,
    /** Canal's flat JSON: rows in lists, every value a text, types beside them. */
    CANAL,
    /** The value is the row; a null value deletes by key. */
    UPSERT,
    /** The value is the row; nothing is ever deleted, null values mean nothing. */
    INSERT
}

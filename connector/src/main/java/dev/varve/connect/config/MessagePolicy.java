package dev.varve.connect.config;

/** What a Debezium logical decoding message (op {@code m}) does, setting {@code message.policy}. */
public enum MessagePolicy implements Choice {
    /** It is skipped and counted. */
    IGNORE,
    /** It is a bad record. */
    FAIL
}

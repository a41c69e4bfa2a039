package dev.varve.connect.config;

/** What happens when Kafka's positions and a table's contradict each other, setting {@code offset.mismatch.policy}. */
public enum OffsetMismatchPolicy implements Choice {
    /** The task stops with an explanation. */
    FAIL,
    /** The task goes on from what Kafka has, logs and counts it. */
    ACCEPT
}

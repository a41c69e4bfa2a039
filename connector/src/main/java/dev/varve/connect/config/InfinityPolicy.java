package dev.varve.connect.config;

/** What happens to PostgreSQL's infinite dates and timestamps, setting {@code infinite.time.policy}. */
public enum InfinityPolicy implements Choice {
    /** The record is bad. */
    FAIL,
    /** The value becomes null. */
    NULL
}

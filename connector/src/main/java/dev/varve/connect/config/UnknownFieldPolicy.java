package dev.varve.connect.config;

/** What happens to a field for which the table has no column and may not get one, setting {@code unknown.field.policy}. */
public enum UnknownFieldPolicy implements Choice {
    /** The record is bad. */
    FAIL,
    /** The field is left out. */
    IGNORE
}

package dev.varve.connect.config;

/**
 * What happens when a value cannot be stored in its column and no allowed change makes it fit, setting
 * {@code schema.conflict.policy}.
 */
public enum SchemaConflictPolicy implements Choice {
    /** The task ends, whatever Connect does with bad records. */
    FAIL,
    /** The record is bad: Connect decides between its dead-letter queue and the end of the task. */
    DEAD_LETTER,
    /** The column becomes STRING where its old values keep their meaning as text; elsewhere the record is bad. */
    STRING
}

package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import org.apache.kafka.connect.errors.DataException;

/**
 * A record that cannot be landed; nothing of it has been. It goes to the errant-record reporter, or stops the task. The
 * message names the record, the field, what was found and what was expected, but no values of rows.
 */
public final class BadRecordException extends DataException {
    private static final long serialVersionUID = 1L;

    /** What kind of trouble it is. */
    public enum Reason {
        /** The record has not the form it should have. */
        MALFORMED,
        /** The primary key, or a part of it, is missing. */
        MISSING_KEY,
        /** The table's name cannot be told. */
        NO_TABLE,
        /** A value is of another type than the column. */
        WRONG_TYPE,
        /** A value is of the right type but the column cannot hold it exactly. */
        DOES_NOT_FIT,
        /** A value is null in a column that must not be. */
        NULL_VALUE,
        /** An infinite date or timestamp. */
        INFINITE_TIME,
        /** A field has no column and may not get one. */
        UNKNOWN_FIELD,
        /** The event is of a kind that settings refuse. */
        REFUSED;

        /**
         * Whether the value and its column contradict each other, so that a change of one of them is what helps: what
         * {@code schema.conflict.policy} is about.
         */
        public boolean isConflict() {
            return this == WRONG_TYPE || this == DOES_NOT_FIT || this == NULL_VALUE;
        }

        /** As metrics and reports write it: {@code wrong-type}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Reason reason;
    private final transient Origin origin;
    private final String field;

    /**
     * @param field path of the field, {@code ""} if it is the whole record
     * @param message what was found, what was expected, and what to do
     */
    public BadRecordException(Reason reason, Origin origin, String field, String message) {
        super("record " + requireNonNull(origin, "origin is null") + (field.isEmpty() ? "" : ", field " + field) + ": "
                + message);
        this.reason = requireNonNull(reason, "reason is null");
        this.origin = origin;
        this.field = field;
    }

    private BadRecordException(BadRecordException known, String more) {
        super(known.getMessage() + more, known);
        this.reason = known.reason;
        this.origin = known.origin;
        this.field = known.field;
    }

    /** The same, with more to say at the end of the message. */
    public BadRecordException with(String more) {
        return new BadRecordException(this, more);
    }

    public Reason reason() {
        return reason;
    }

    /** Position of the record; null only after deserialization of this exception. */
    public Origin origin() {
        return origin;
    }

    /** Path of the field, {@code ""} if it is the whole record. */
    public String field() {
        return field;
    }
}

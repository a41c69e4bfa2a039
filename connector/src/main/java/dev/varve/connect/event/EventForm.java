package dev.varve.connect.event;

/**
 * One form of records: knows how to read a value that is there. What a form says of its columns' types it says by the schemas
 * of the rows it makes; a record of several rows becomes {@link ChangeEvent.Several}.
 */
interface EventForm {
    /** Whether the value has this form. Cheap: it may be asked for each record. */
    boolean matches(RecordParts record);

    /**
     * Reads the event.
     *
     * @param record its value is not null
     * @throws BadRecordException if the value has not this form
     */
    ChangeEvent decode(RecordParts record);

    /**
     * The columns that the record's key names, where the form has a way of its own to write keys.
     *
     * @param record its value may be null
     * @throws BadRecordException if the key has not this form
     */
    default RecordKey key(RecordParts record) {
        return record.key();
    }
}

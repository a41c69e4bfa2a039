package dev.varve.connect.event;

/** One form of records: knows how to read a value that is there. */
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
}

package dev.varve.connect.convert;

/** Turns the values of one field into the internal form of one place of the table. Built once a schema, used for each record. */
interface ValueConverter {
    /**
     * The internal form.
     *
     * @param value not null
     * @return null only if {@code attempt} said so: the table will be changed, or the value does not matter
     * @throws dev.varve.connect.event.BadRecordException if the place cannot hold the value exactly
     */
    Object convert(Object value, Attempt attempt);
}

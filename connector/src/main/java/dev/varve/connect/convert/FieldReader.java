package dev.varve.connect.convert;

import org.apache.kafka.connect.data.Schema;

/** Spreads the fields of a struct or map over the {@link Places} of a table's or nested row. */
interface FieldReader {
    /** Whether this reader reads such a value. */
    boolean reads(Object row);

    /**
     * Puts the field of each place into {@code values}, null where there is none, and reports fields without a column.
     *
     * @param values as long as there are places
     */
    void read(Object row, Object[] values, Attempt attempt);

    /** Schema of a place's field; null if there is none, or no field. */
    Schema schemaOf(int place);
}

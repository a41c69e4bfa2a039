package dev.varve.connect.convert;

import java.util.List;

/** Where the values of a struct's or map's fields go. Immutable. */
interface Places {
    /** How many places there are. */
    int count();

    /** The place of a field's value; -1 if it has none. */
    int of(String field);

    /** Path of the column that the field should have and the table lacks; null if it lacks none. */
    List<String> missing(String field);

    /** What is wrong with a field of this name; null if nothing is. */
    String conflict(String field);
}

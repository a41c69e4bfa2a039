package dev.varve.it.types;

import dev.varve.table.type.DataType;

/**
 * Types whose values are told in the same way. The database tells a value as a text of its own making; from that, and from nothing
 * that has been through the pipeline, comes the value that a reader of the copy must see, as
 * {@link dev.varve.it.compare.CanonicalText} takes it. Where the source connector or a converter is known to lose something, the rule
 * for it stands in the family, and the documentation says so.
 */
interface Family {
    /** SQL: the expression that makes a text of a column that is not null. Null stands for what the source sends as null. */
    String text(String column);

    /**
     * The value that the copy must have.
     *
     * @param text what the database says
     * @param type of the copy's column
     */
    Object value(String text, DataType type, SourceMode mode);

    /** The source's setting that changes how such values are written. */
    String setting();
}

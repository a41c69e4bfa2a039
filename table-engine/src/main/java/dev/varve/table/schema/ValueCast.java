package dev.varve.table.schema;

/** Turns a value of one type into one of another (format page: schema, cast of old values while reading). */
@FunctionalInterface
interface ValueCast {
    /** The value is already right. */
    ValueCast SAME = value -> value;

    /**
     * Converts an internal value that is not null.
     *
     * @return may be null, where the new type cannot hold the value and the rules say so
     * @throws dev.varve.table.error.InvalidInputException saying why the value has no counterpart; the message does not hold the
     *     value itself
     */
    Object cast(Object value);

    default ValueCast then(ValueCast next) {
        if (this == SAME) {
            return next;
        }
        return next == SAME
                ? this
                : value -> {
                    Object between = cast(value);
                    return between == null ? null : next.cast(between);
                };
    }
}

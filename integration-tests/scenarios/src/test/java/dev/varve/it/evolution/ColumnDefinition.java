package dev.varve.it.evolution;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of the source.
 *
 * @param type with its length or precision
 * @param notNull whether it refuses nulls
 * @param defaultValue a literal, if inserts may leave it out
 */
record ColumnDefinition(String type, boolean notNull, Optional<String> defaultValue) {
    private static final Pattern FORM = Pattern.compile("(.*?)( not null)?( default (.+))?");

    /** Reads {@code <type> [not null] [default <value>]}. */
    static ColumnDefinition parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a column's definition: " + text);
        }
        return new ColumnDefinition(form.group(1), form.group(2) != null, Optional.ofNullable(form.group(4)));
    }
}

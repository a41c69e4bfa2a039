package dev.varve.connect.route;

import static java.util.Objects.requireNonNull;

/**
 * A database's or table's name before it was rewritten, and after.
 *
 * @param text the template with its values as they came
 * @param name what can be a directory, in the case that settings ask for
 * @param chosen whether the template alone says the name: several sources that have it share a table on purpose
 */
record SourceName(String text, String name, boolean chosen) {
    SourceName {
        requireNonNull(text, "text is null");
        requireNonNull(name, "name is null");
    }
}

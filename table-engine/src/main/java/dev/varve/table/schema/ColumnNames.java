package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import java.util.Set;

/** Names that columns cannot have, since the format stores its own columns under them. */
final class ColumnNames {
    private static final String KEY_PREFIX = "_KEY_";
    private static final Set<String> RESERVED =
            Set.of("_SEQUENCE_NUMBER", "_VALUE_KIND", "_LEVEL", "_ROW_ID", "rowkind");

    private ColumnNames() {}

    static void requireUsable(String name) {
        if (name.isBlank()) {
            throw new InvalidInputException("a column name must not be blank");
        }
        if (RESERVED.contains(name) || name.startsWith(KEY_PREFIX)) {
            throw new InvalidInputException("column name '" + name + "' is reserved: the table format uses " + RESERVED
                    + " and names beginning with " + KEY_PREFIX + " itself; choose another name");
        }
    }
}

package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import java.util.Set;

/** Names that columns cannot have: the format stores its own columns under them, or cannot write them. */
public final class ColumnNames {
    private static final String KEY_PREFIX = "_KEY_";
    private static final Set<String> RESERVED =
            Set.of("_SEQUENCE_NUMBER", "_VALUE_KIND", "_LEVEL", "_ROW_ID", "rowkind");

    private ColumnNames() {}

    /** Whether a column may have this name. */
    public static boolean isUsable(String name) {
        return !name.isBlank() && !isReserved(name) && isUnicode(name);
    }

    private static boolean isReserved(String name) {
        return RESERVED.contains(name) || name.startsWith(KEY_PREFIX);
    }

    /** Half a surrogate pair has no UTF-8 form: two such names would be one in the schema file. */
    private static boolean isUnicode(String name) {
        return name.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    static void requireUsable(String name) {
        if (name.isBlank()) {
            throw new InvalidInputException("a column name must not be blank");
        }
        if (!isUnicode(name)) {
            throw new InvalidInputException("a column name must be Unicode text, but one has half a surrogate pair");
        }
        if (isReserved(name)) {
            throw new InvalidInputException("column name '" + name + "' is reserved: the table format uses " + RESERVED
                    + " and names beginning with " + KEY_PREFIX + " itself; choose another name");
        }
    }
}

package dev.varve.table;

import dev.varve.table.error.InvalidInputException;

/** A table of a warehouse; it lies at {@code <warehouse>/<database>.db/<table>}. */
public record TableId(String database, String table) {
    public TableId {
        requireName("database", database);
        requireName("table", table);
    }

    private static void requireName(String what, String name) {
        boolean bad = name.isBlank()
                || name.equals(".")
                || name.equals("..")
                || name.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ');
        if (bad) {
            throw new InvalidInputException(
                    what + " name '" + name
                            + "' cannot be a directory: it must not be blank, '.' or '..', nor contain slashes or control characters");
        }
    }

    @Override
    public String toString() {
        return database + "." + table;
    }
}

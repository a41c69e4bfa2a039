package dev.varve.connect.convert;

import dev.varve.table.type.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * The place in a table that a converter fills.
 *
 * @param path the column's name, then names of nested fields, {@code element} or {@code value}
 * @param type its type
 * @param changeable whether schema evolution may change the type at all: not in keys and partition columns
 */
record Site(List<String> path, DataType type, boolean changeable) {
    Site {
        path = List.copyOf(path);
    }

    /** The place of a nested field. */
    Site nested(String name, DataType nestedType) {
        List<String> nestedPath = new ArrayList<>(path);
        nestedPath.add(name);
        return new Site(nestedPath, nestedType, changeable);
    }

    /** A place in which nothing can change: a map's key. */
    Site fixed(String name, DataType nestedType) {
        Site nested = nested(name, nestedType);
        return new Site(nested.path, nestedType, false);
    }

    /** For errors. */
    String name() {
        return String.join(".", path);
    }
}

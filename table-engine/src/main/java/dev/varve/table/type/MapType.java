package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

/** MAP from keys to values. Keys are never null in data files, whatever their declared nullability. */
public record MapType(DataType key, DataType value, boolean nullable) implements DataType {
    public MapType {
        requireNonNull(key, "key is null");
        requireNonNull(value, "value is null");
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.MAP;
    }

    @Override
    public MapType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new MapType(key, value, newNullable);
    }

    @Override
    public String toString() {
        return "MAP<" + key + ", " + value + ">" + (nullable ? "" : " NOT NULL");
    }
}

package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

/** MULTISET: stored as a map from elements to INT counts. */
public record MultisetType(DataType element, boolean nullable) implements DataType {
    public MultisetType {
        requireNonNull(element, "element is null");
    }

    @Override
    public TypeRoot root() {
        return TypeRoot.MULTISET;
    }

    /** The map type with which a multiset is stored. */
    public MapType asMap() {
        return new MapType(element, DataTypes.INT.notNull(), nullable);
    }

    @Override
    public MultisetType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new MultisetType(element, newNullable);
    }

    @Override
    public String toString() {
        return "MULTISET<" + element + ">" + (nullable ? "" : " NOT NULL");
    }
}

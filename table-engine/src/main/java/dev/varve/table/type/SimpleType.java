package dev.varve.table.type;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;

/** A type without parameters: BOOLEAN, the integers, FLOAT, DOUBLE, DATE. */
public record SimpleType(TypeRoot root, boolean nullable) implements DataType {
    public SimpleType {
        requireNonNull(root, "root is null");
        Check.argument(
                switch (root) {
                    case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE -> true;
                    case DECIMAL,
                            CHAR,
                            VARCHAR,
                            BINARY,
                            VARBINARY,
                            TIME,
                            TIMESTAMP,
                            TIMESTAMP_LTZ,
                            ARRAY,
                            MAP,
                            MULTISET,
                            ROW -> false;
                },
                "%s has parameters",
                root);
    }

    @Override
    public SimpleType withNullable(boolean newNullable) {
        return newNullable == nullable ? this : new SimpleType(root, newNullable);
    }

    @Override
    public String toString() {
        return root + (nullable ? "" : " NOT NULL");
    }
}

package dev.varve.table.type;

/**
 * A column type with its nullability. Values, immutable. {@link #toString} prints the SQL form; nested types print as
 * {@code ROW<`a` INT, …>}.
 */
public sealed interface DataType
        permits SimpleType, LengthType, DecimalType, PrecisionType, ArrayType, MapType, MultisetType, RowType {
    TypeRoot root();

    boolean nullable();

    /** This type with the given nullability; {@code this} if it already has it. */
    DataType withNullable(boolean nullable);

    default DataType notNull() {
        return withNullable(false);
    }

    default DataType asNullable() {
        return withNullable(true);
    }

    /** Same type, nested nullability included, leaving the outermost nullability aside. */
    default boolean sameIgnoringNullability(DataType other) {
        return asNullable().equals(other.asNullable());
    }
}

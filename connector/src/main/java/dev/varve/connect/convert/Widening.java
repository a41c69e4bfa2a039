package dev.varve.connect.convert;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Types that hold all values of two others exactly, among those that a column may be changed to (format page schema, allowed
 * type changes). Nullability is left aside: results are nullable.
 */
final class Widening {
    private static final List<TypeRoot> INTEGERS =
            List.of(TypeRoot.TINYINT, TypeRoot.SMALLINT, TypeRoot.INT, TypeRoot.BIGINT);
    private static final int[] INTEGER_DIGITS = {3, 5, 10, 19};

    private Widening() {}

    /** What a column must become to hold values of {@code needed} too; empty if it does already, or if nothing would. */
    static Optional<DataType> between(DataType column, DataType needed) {
        return union(column, needed).filter(union -> !union.sameIgnoringNullability(column));
    }

    /** A type that holds all values of both. */
    static Optional<DataType> union(DataType a, DataType b) {
        if (a.sameIgnoringNullability(b)) {
            return Optional.of(a.asNullable());
        }
        if (a.root().isNumeric() && b.root().isNumeric()) {
            return numbers(a, b);
        }
        if (a instanceof LengthType left && b instanceof LengthType right) {
            return lengths(left, right);
        }
        if (a instanceof PrecisionType left && b instanceof PrecisionType right) {
            return a.root() == b.root() && a.root().isTimestamp()
                    ? Optional.of(new PrecisionType(a.root(), Math.max(left.precision(), right.precision()), true))
                    : Optional.empty();
        }
        return nested(a, b);
    }

    /** DECIMAL with so many digits before and after the point, if there can be one. */
    static Optional<DataType> decimal(long integerDigits, long scale) {
        long precision = Math.max(1, integerDigits + scale);
        return integerDigits >= 0 && scale >= 0 && precision <= DecimalType.MAX_PRECISION
                ? Optional.of(DataTypes.decimal((int) precision, (int) scale))
                : Optional.empty();
    }

    private static Optional<DataType> numbers(DataType a, DataType b) {
        if (isFloating(a) || isFloating(b)) {
            return isFloating(a) ? floating(a, b) : floating(b, a);
        }
        if (a.root().isInteger() && b.root().isInteger()) {
            return Optional.of((rank(a) > rank(b) ? a : b).asNullable());
        }
        return decimal(Math.max(integerDigits(a), integerDigits(b)), Math.max(scale(a), scale(b)));
    }

    /** A 24-bit mantissa holds SMALLINT, a 53-bit one INT; none holds BIGINT or DECIMAL. */
    private static Optional<DataType> floating(DataType floating, DataType other) {
        if (isFloating(other)) {
            return Optional.of(DataTypes.DOUBLE);
        }
        if (!other.root().isInteger() || other.root() == TypeRoot.BIGINT) {
            return Optional.empty();
        }
        return Optional.of(other.root() == TypeRoot.INT ? DataTypes.DOUBLE : floating.asNullable());
    }

    private static boolean isFloating(DataType type) {
        return type.root() == TypeRoot.FLOAT || type.root() == TypeRoot.DOUBLE;
    }

    private static int rank(DataType type) {
        return INTEGERS.indexOf(type.root());
    }

    private static int integerDigits(DataType type) {
        return type instanceof DecimalType decimal ? decimal.precision() - decimal.scale() : INTEGER_DIGITS[rank(type)];
    }

    private static int scale(DataType type) {
        return type instanceof DecimalType decimal ? decimal.scale() : 0;
    }

    private static Optional<DataType> lengths(LengthType a, LengthType b) {
        if (a.root().isCharacter() != b.root().isCharacter()) {
            return Optional.empty();
        }
        TypeRoot root = a.root().isCharacter() ? TypeRoot.VARCHAR : TypeRoot.VARBINARY;
        return Optional.of(new LengthType(root, Math.max(a.length(), b.length()), true));
    }

    private static Optional<DataType> nested(DataType a, DataType b) {
        if (a instanceof ArrayType left && b instanceof ArrayType right) {
            return union(left.element(), right.element()).map(DataTypes::array);
        }
        if (a instanceof MapType left && b instanceof MapType right) {
            return left.key().sameIgnoringNullability(right.key())
                    ? union(left.value(), right.value()).map(value -> DataTypes.map(left.key(), value))
                    : Optional.empty();
        }
        return a instanceof RowType left && b instanceof RowType right ? rows(left, right) : Optional.empty();
    }

    private static Optional<DataType> rows(RowType a, RowType b) {
        List<DataField> fields = new ArrayList<>();
        for (DataField field : a.fields()) {
            int other = b.indexOf(field.name());
            Optional<DataType> type =
                    other < 0 ? Optional.of(field.type().asNullable()) : union(field.type(), b.type(other));
            if (type.isEmpty()) {
                return Optional.empty();
            }
            fields.add(field.withType(type.get()));
        }
        for (DataField field : b.fields()) {
            if (a.indexOf(field.name()) < 0) {
                fields.add(field.withType(field.type().asNullable()));
            }
        }
        return Optional.of(RowType.of(fields));
    }
}

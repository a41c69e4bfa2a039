package dev.varve.table.predicate;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.util.Arrays;
import java.util.HexFormat;

/** A value to compare a column with, of the column's own type. Immutable. */
public final class Literal implements Comparable<Literal> {
    private final DataType type;
    private final Object value;
    private final ColumnOrder order;

    private Literal(DataType type, Object value, ColumnOrder order) {
        this.type = type;
        this.value = value;
        this.order = order;
    }

    /**
     * A literal.
     *
     * @param type the column's type, not nested; whether it allows null does not matter
     * @param value in internal form, not null; belongs to the literal from now on
     */
    public static Literal of(DataType type, Object value) {
        requireNonNull(value, "value is null");
        return new Literal(type.asNullable(), value, orderOf(type, value));
    }

    /** The column's type, nullable. */
    public DataType type() {
        return type;
    }

    /** In internal form; read-only. */
    public Object value() {
        return value;
    }

    /** Compares a row's column, which is not null there, with this: negative if the column is less. */
    int compareColumn(Row row, int column) {
        return order.compare(row, column);
    }

    /** Compares a value of the same type, which is not null, with this: negative if the value is less. */
    @SuppressWarnings("unchecked")
    int compareValue(Object other) {
        return other instanceof byte[] bytes
                ? Arrays.compareUnsigned(bytes, (byte[]) value)
                : ((Comparable<Object>) other).compareTo(value);
    }

    /** Whether it lies within bounds that may be unknown. */
    boolean isWithin(ColumnBounds bounds, int column) {
        return bounds.min(column).map(min -> compareValue(min) <= 0).orElse(true)
                && bounds.max(column).map(max -> compareValue(max) >= 0).orElse(true);
    }

    /** Compares a row's column with a value that it holds unboxed. */
    @FunctionalInterface
    private interface ColumnOrder {
        int compare(Row row, int column);
    }

    private static ColumnOrder orderOf(DataType type, Object value) {
        return switch (type.root()) {
            case BOOLEAN -> {
                boolean literal = (Boolean) value;
                yield (row, i) -> Boolean.compare(row.booleanAt(i), literal);
            }
            case TINYINT -> {
                byte literal = (Byte) value;
                yield (row, i) -> Byte.compare(row.byteAt(i), literal);
            }
            case SMALLINT -> {
                short literal = (Short) value;
                yield (row, i) -> Short.compare(row.shortAt(i), literal);
            }
            case INT, DATE, TIME -> {
                int literal = (Integer) value;
                yield (row, i) -> Integer.compare(row.intAt(i), literal);
            }
            case BIGINT -> {
                long literal = (Long) value;
                yield (row, i) -> Long.compare(row.longAt(i), literal);
            }
            case FLOAT -> {
                float literal = (Float) value;
                yield (row, i) -> Float.compare(row.floatAt(i), literal);
            }
            case DOUBLE -> {
                double literal = (Double) value;
                yield (row, i) -> Double.compare(row.doubleAt(i), literal);
            }
            case DECIMAL -> {
                Decimal literal = (Decimal) value;
                int precision = ((DecimalType) type).precision();
                int scale = ((DecimalType) type).scale();
                yield (row, i) -> row.decimalAt(i, precision, scale).compareTo(literal);
            }
            case CHAR, VARCHAR -> {
                BinaryString literal = (BinaryString) value;
                yield (row, i) -> row.stringAt(i).compareTo(literal);
            }
            case BINARY, VARBINARY -> {
                byte[] literal = (byte[]) value;
                yield (row, i) -> Arrays.compareUnsigned(row.binaryAt(i), literal);
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Timestamp literal = (Timestamp) value;
                int precision = ((PrecisionType) type).precision();
                yield (row, i) -> row.timestampAt(i, precision).compareTo(literal);
            }
            case ARRAY, MAP, MULTISET, ROW -> throw new IllegalArgumentException(type + " has no order");
        };
    }

    /** The order of values; both must be of the same type. */
    @Override
    public int compareTo(Literal other) {
        Check.argument(type.equals(other.type), "%s and %s do not compare", type, other.type);
        return other.compareValue(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Literal that && type.equals(that.type) && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return value instanceof byte[] bytes ? Arrays.hashCode(bytes) : value.hashCode();
    }

    @Override
    public String toString() {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
    }
}

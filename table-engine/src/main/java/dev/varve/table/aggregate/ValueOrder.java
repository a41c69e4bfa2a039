package dev.varve.table.aggregate;

import dev.varve.table.row.Values;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Order of two values of one type, neither null: numbers and times by value with -0.0 below 0.0 and NaN greatest, text and bytes by
 * unsigned bytes.
 */
@FunctionalInterface
interface ValueOrder {
    int compare(Values left, int i, Values right, int j);

    /** Empty for BOOLEAN and nested types, among which {@code min} and {@code max} do not choose. */
    static Optional<ValueOrder> find(DataType type) {
        return Optional.ofNullable(orderOf(type));
    }

    private static ValueOrder orderOf(DataType type) {
        return switch (type.root()) {
            case TINYINT -> (left, i, right, j) -> Byte.compare(left.byteAt(i), right.byteAt(j));
            case SMALLINT -> (left, i, right, j) -> Short.compare(left.shortAt(i), right.shortAt(j));
            case INT, DATE, TIME -> (left, i, right, j) -> Integer.compare(left.intAt(i), right.intAt(j));
            case BIGINT -> (left, i, right, j) -> Long.compare(left.longAt(i), right.longAt(j));
            case FLOAT -> (left, i, right, j) -> Float.compare(left.floatAt(i), right.floatAt(j));
            case DOUBLE -> (left, i, right, j) -> Double.compare(left.doubleAt(i), right.doubleAt(j));
            case DECIMAL -> {
                int precision = ((DecimalType) type).precision();
                int scale = ((DecimalType) type).scale();
                yield (left, i, right, j) ->
                        left.decimalAt(i, precision, scale).compareTo(right.decimalAt(j, precision, scale));
            }
            case CHAR, VARCHAR -> (left, i, right, j) -> left.stringAt(i).compareTo(right.stringAt(j));
            case BINARY, VARBINARY ->
                (left, i, right, j) -> Arrays.compareUnsigned(left.binaryAt(i), right.binaryAt(j));
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) type).precision();
                yield (left, i, right, j) -> left.timestampAt(i, precision).compareTo(right.timestampAt(j, precision));
            }
            case BOOLEAN, ARRAY, MAP, MULTISET, ROW -> null;
        };
    }
}

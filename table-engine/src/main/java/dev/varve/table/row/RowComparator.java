package dev.varve.table.row;

import dev.varve.table.error.Check;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Key order (format page: binary rows, key order): field by field, numbers and times by value, false before true, text and bytes
 * by unsigned bytes, null first. Immutable.
 */
public final class RowComparator implements Comparator<Row> {
    private final FieldComparator[] fields;
    private final int[] positions;

    private RowComparator(FieldComparator[] fields, int[] positions) {
        this.fields = fields;
        this.positions = positions;
    }

    /** Compares rows of the given types; nested types have no order. */
    public static RowComparator of(List<? extends DataType> types) {
        return ofColumns(types, IntStream.range(0, types.size()).toArray());
    }

    /** Compares wider rows by some of their columns: {@code types[i]} is the type of the column at {@code positions[i]}. */
    public static RowComparator ofColumns(List<? extends DataType> types, int... positions) {
        Check.argument(types.size() == positions.length, "%s types for %s columns", types.size(), positions.length);
        return new RowComparator(
                types.stream().map(RowComparator::field).toArray(FieldComparator[]::new), positions.clone());
    }

    @Override
    public int compare(Row left, Row right) {
        for (int i = 0; i < fields.length; i++) {
            int position = positions[i];
            boolean leftNull = left.isNull(position);
            boolean rightNull = right.isNull(position);
            int order;
            if (leftNull || rightNull) {
                order = Boolean.compare(rightNull, leftNull);
            } else {
                order = fields[i].compare(left, right, position);
            }
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Compares one field that is not null on either side. */
    private interface FieldComparator {
        int compare(Row left, Row right, int i);
    }

    private static FieldComparator field(DataType type) {
        Check.argument(!type.root().isNested(), "%s has no order", type);
        return switch (type.root()) {
            case BOOLEAN -> (left, right, i) -> Boolean.compare(left.booleanAt(i), right.booleanAt(i));
            case TINYINT -> (left, right, i) -> Byte.compare(left.byteAt(i), right.byteAt(i));
            case SMALLINT -> (left, right, i) -> Short.compare(left.shortAt(i), right.shortAt(i));
            case INT, DATE, TIME -> (left, right, i) -> Integer.compare(left.intAt(i), right.intAt(i));
            case BIGINT -> (left, right, i) -> Long.compare(left.longAt(i), right.longAt(i));
            case FLOAT -> (left, right, i) -> Float.compare(left.floatAt(i), right.floatAt(i));
            case DOUBLE -> (left, right, i) -> Double.compare(left.doubleAt(i), right.doubleAt(i));
            case DECIMAL -> {
                int precision = ((DecimalType) type).precision();
                int scale = ((DecimalType) type).scale();
                yield (left, right, i) ->
                        left.decimalAt(i, precision, scale).compareTo(right.decimalAt(i, precision, scale));
            }
            case CHAR, VARCHAR -> (left, right, i) -> left.stringAt(i).compareTo(right.stringAt(i));
            case BINARY, VARBINARY -> (left, right, i) -> Arrays.compareUnsigned(left.binaryAt(i), right.binaryAt(i));
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) type).precision();
                yield (left, right, i) -> left.timestampAt(i, precision).compareTo(right.timestampAt(i, precision));
            }
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
    }
}

package dev.varve.table.row;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;

/** Boxed access by type, for code that is not on the path of every record. */
public final class ValueReader {
    private ValueReader() {}

    /** The value in its internal form, or null. Strings and nested values may share memory with {@code values}. */
    public static Object valueAt(Values values, int position, DataType type) {
        if (values.isNull(position)) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN -> values.booleanAt(position);
            case TINYINT -> values.byteAt(position);
            case SMALLINT -> values.shortAt(position);
            case INT, DATE, TIME -> values.intAt(position);
            case BIGINT -> values.longAt(position);
            case FLOAT -> values.floatAt(position);
            case DOUBLE -> values.doubleAt(position);
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield values.decimalAt(position, decimal.precision(), decimal.scale());
            }
            case CHAR, VARCHAR -> values.stringAt(position);
            case BINARY, VARBINARY -> values.binaryAt(position);
            case TIMESTAMP, TIMESTAMP_LTZ -> values.timestampAt(position, ((PrecisionType) type).precision());
            case ARRAY -> values.arrayAt(position);
            case MAP, MULTISET -> values.mapAt(position);
            case ROW -> values.rowAt(position, ((RowType) type).arity());
        };
    }

    /** The value in its generic form, sharing no memory with {@code values}; null for null. */
    public static Object copyAt(Values values, int position, DataType type) {
        Object value = valueAt(values, position, type);
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case CHAR, VARCHAR -> ((BinaryString) value).copy();
            case BINARY, VARBINARY -> ((byte[]) value).clone();
            case ARRAY -> copy((RowArray) value, ((ArrayType) type).element());
            case MAP -> copy((RowMap) value, (MapType) type);
            case MULTISET -> copy((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> GenericRow.copyOf((Row) value, (RowType) type);
            default -> value;
        };
    }

    private static GenericArray copy(RowArray array, DataType element) {
        Object[] copy = new Object[array.size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copyAt(array, i, element);
        }
        return new GenericArray(copy);
    }

    private static GenericMap copy(RowMap map, MapType type) {
        return new GenericMap(copy(map.keys(), type.key()), copy(map.values(), type.value()));
    }
}

package dev.varve.table.testing;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalArray;
import org.apache.paimon.data.InternalMap;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.types.BinaryType;
import org.apache.paimon.types.CharType;
import org.apache.paimon.types.DataTypes;
import org.apache.paimon.types.VarBinaryType;
import org.apache.paimon.types.VarCharType;
import org.apache.paimon.utils.InternalRowUtils;

/** Types, values and rows of this engine as those of Apache Paimon, which is the oracle of many tests, and back. */
public final class PaimonValues {
    private PaimonValues() {}

    /** The same type, with the same field ids, comments and default values. */
    public static org.apache.paimon.types.DataType type(DataType type) {
        return plain(type).copy(type.nullable());
    }

    /** The same row type. */
    public static org.apache.paimon.types.RowType rowType(RowType type) {
        return new org.apache.paimon.types.RowType(
                type.nullable(), type.fields().stream().map(PaimonValues::field).toList());
    }

    /** The same field. */
    public static org.apache.paimon.types.DataField field(DataField field) {
        return new org.apache.paimon.types.DataField(
                field.id(),
                field.name(),
                type(field.type()),
                field.description().orElse(null),
                field.defaultValue().orElse(null));
    }

    private static org.apache.paimon.types.DataType plain(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> DataTypes.BOOLEAN();
            case TINYINT -> DataTypes.TINYINT();
            case SMALLINT -> DataTypes.SMALLINT();
            case INT -> DataTypes.INT();
            case BIGINT -> DataTypes.BIGINT();
            case FLOAT -> DataTypes.FLOAT();
            case DOUBLE -> DataTypes.DOUBLE();
            case DECIMAL -> DataTypes.DECIMAL(((DecimalType) type).precision(), ((DecimalType) type).scale());
            case CHAR -> new CharType(((LengthType) type).length());
            case VARCHAR -> new VarCharType(((LengthType) type).length());
            case BINARY -> new BinaryType(((LengthType) type).length());
            case VARBINARY -> new VarBinaryType(((LengthType) type).length());
            case DATE -> DataTypes.DATE();
            case TIME -> DataTypes.TIME(((PrecisionType) type).precision());
            case TIMESTAMP -> DataTypes.TIMESTAMP(((PrecisionType) type).precision());
            case TIMESTAMP_LTZ -> DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(((PrecisionType) type).precision());
            case ARRAY -> DataTypes.ARRAY(type(((ArrayType) type).element()));
            case MAP -> DataTypes.MAP(type(((MapType) type).key()), type(((MapType) type).value()));
            case MULTISET -> DataTypes.MULTISET(type(((MultisetType) type).element()));
            case ROW -> rowType((RowType) type);
        };
    }

    /** The row with its kind. */
    public static GenericRow toPaimon(Row row, RowType type) {
        GenericRow copy = new GenericRow(kind(row.kind()), type.arity());
        for (int i = 0; i < type.arity(); i++) {
            copy.setField(i, toPaimon(ValueReader.valueAt(row, i, type.type(i)), type.type(i)));
        }
        return copy;
    }

    /** The value, null for null. */
    public static Object toPaimon(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME, BINARY, VARBINARY -> value;
            case DECIMAL -> {
                Decimal decimal = (Decimal) value;
                yield org.apache.paimon.data.Decimal.fromBigDecimal(
                        decimal.toBigDecimal(), decimal.precision(), decimal.scale());
            }
            case CHAR, VARCHAR -> org.apache.paimon.data.BinaryString.fromBytes(((BinaryString) value).toBytes());
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Timestamp timestamp = (Timestamp) value;
                yield org.apache.paimon.data.Timestamp.fromEpochMillis(
                        timestamp.millis(), timestamp.nanoOfMillisecond());
            }
            case ARRAY ->
                new org.apache.paimon.data.GenericArray(values((RowArray) value, ((ArrayType) type).element()));
            case MAP -> map((RowMap) value, (MapType) type);
            case MULTISET -> map((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> toPaimon((Row) value, (RowType) type);
        };
    }

    private static Object[] values(RowArray array, DataType element) {
        Object[] values = new Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = toPaimon(ValueReader.valueAt(array, i, element), element);
        }
        return values;
    }

    private static InternalMap map(RowMap map, MapType type) {
        return new Pairs(
                new org.apache.paimon.data.GenericArray(values(map.keys(), type.key())),
                new org.apache.paimon.data.GenericArray(values(map.values(), type.value())));
    }

    /** A map that keeps its order and asks no key whether it equals another. */
    private record Pairs(InternalArray keyArray, InternalArray valueArray) implements InternalMap {
        @Override
        public int size() {
            return keyArray.size();
        }
    }

    /** The row with its kind, sharing no memory with the given one. */
    public static dev.varve.table.row.GenericRow fromPaimon(InternalRow row, RowType type) {
        Object[] values = new Object[type.arity()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromPaimon(InternalRowUtils.get(row, i, type(type.type(i))), type.type(i));
        }
        return dev.varve.table.row.GenericRow.ofKind(
                RowKind.ofCode(row.getRowKind().toByteValue()), values);
    }

    /** The value in internal form, null for null. */
    public static Object fromPaimon(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME -> value;
            case BINARY, VARBINARY -> ((byte[]) value).clone();
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield Decimal.exact(
                                ((org.apache.paimon.data.Decimal) value).toBigDecimal(),
                                decimal.precision(),
                                decimal.scale())
                        .orElseThrow();
            }
            case CHAR, VARCHAR -> BinaryString.wrap(((org.apache.paimon.data.BinaryString) value).toBytes());
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                var timestamp = (org.apache.paimon.data.Timestamp) value;
                yield new Timestamp(timestamp.getMillisecond(), timestamp.getNanoOfMillisecond());
            }
            case ARRAY -> array((InternalArray) value, ((ArrayType) type).element());
            case MAP -> map((InternalMap) value, (MapType) type);
            case MULTISET -> map((InternalMap) value, ((MultisetType) type).asMap());
            case ROW -> fromPaimon((InternalRow) value, (RowType) type);
        };
    }

    private static GenericArray array(InternalArray array, DataType element) {
        Object[] values = new Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromPaimon(InternalRowUtils.get(array, i, type(element)), element);
        }
        return new GenericArray(values);
    }

    private static GenericMap map(InternalMap map, MapType type) {
        return new GenericMap(array(map.keyArray(), type.key()), array(map.valueArray(), type.value()));
    }

    private static org.apache.paimon.types.RowKind kind(RowKind kind) {
        return org.apache.paimon.types.RowKind.fromByteValue(kind.code());
    }
}

package dev.varve.table.testing;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowKind;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.math.BigInteger;
import org.apache.paimon.data.DataGetters;
import org.apache.paimon.data.InternalArray;
import org.apache.paimon.data.InternalMap;
import org.apache.paimon.data.InternalRow;

/** Types and rows of this engine as those of Apache Paimon Java and back, so that the one can check the other. */
public final class PaimonRows {
    private PaimonRows() {}

    /**
     * Whether Paimon 1.4.2 reads such a column from Parquet files, its own included: it fails on maps with nested keys, on
     * multisets of nested elements, and on multisets of decimals and timestamps, whose counts it wraps like the elements.
     */
    public static boolean canRead(DataType type) {
        if (type instanceof ArrayType array) {
            return canRead(array.element());
        } else if (type instanceof MapType map) {
            return !map.key().root().isNested() && canRead(map.value());
        } else if (type instanceof MultisetType multiset) {
            TypeRoot element = multiset.element().root();
            return !element.isNested() && element != TypeRoot.DECIMAL && !element.isTimestamp();
        } else if (type instanceof RowType row) {
            return row.types().stream().allMatch(PaimonRows::canRead);
        }
        return true;
    }

    public static org.apache.paimon.types.RowType type(RowType type) {
        return new org.apache.paimon.types.RowType(
                type.nullable(), type.fields().stream().map(PaimonRows::field).toList());
    }

    private static org.apache.paimon.types.DataField field(DataField field) {
        return new org.apache.paimon.types.DataField(field.id(), field.name(), type(field.type()));
    }

    public static org.apache.paimon.types.DataType type(DataType type) {
        org.apache.paimon.types.DataType nullable = switch (type.root()) {
            case BOOLEAN -> new org.apache.paimon.types.BooleanType();
            case TINYINT -> new org.apache.paimon.types.TinyIntType();
            case SMALLINT -> new org.apache.paimon.types.SmallIntType();
            case INT -> new org.apache.paimon.types.IntType();
            case BIGINT -> new org.apache.paimon.types.BigIntType();
            case FLOAT -> new org.apache.paimon.types.FloatType();
            case DOUBLE -> new org.apache.paimon.types.DoubleType();
            case DATE -> new org.apache.paimon.types.DateType();
            case DECIMAL ->
                new org.apache.paimon.types.DecimalType(((DecimalType) type).precision(), ((DecimalType) type).scale());
            case CHAR -> new org.apache.paimon.types.CharType(((LengthType) type).length());
            case VARCHAR -> new org.apache.paimon.types.VarCharType(((LengthType) type).length());
            case BINARY -> new org.apache.paimon.types.BinaryType(((LengthType) type).length());
            case VARBINARY -> new org.apache.paimon.types.VarBinaryType(((LengthType) type).length());
            case TIME -> new org.apache.paimon.types.TimeType(((PrecisionType) type).precision());
            case TIMESTAMP -> new org.apache.paimon.types.TimestampType(((PrecisionType) type).precision());
            case TIMESTAMP_LTZ ->
                new org.apache.paimon.types.LocalZonedTimestampType(((PrecisionType) type).precision());
            case ARRAY -> new org.apache.paimon.types.ArrayType(type(((ArrayType) type).element()));
            case MAP ->
                new org.apache.paimon.types.MapType(type(((MapType) type).key()), type(((MapType) type).value()));
            case MULTISET -> new org.apache.paimon.types.MultisetType(type(((MultisetType) type).element()));
            case ROW -> type((RowType) type);
        };
        return nullable.copy(type.nullable());
    }

    /** A copy as Paimon's generic row. */
    public static InternalRow toPaimon(Row row, RowType type) {
        var copy = new org.apache.paimon.data.GenericRow(
                org.apache.paimon.types.RowKind.fromByteValue(row.kind().code()), row.arity());
        for (int i = 0; i < row.arity(); i++) {
            copy.setField(i, toPaimon(row, i, type.type(i)));
        }
        return copy;
    }

    /** A value in Paimon's internal form; null for null. */
    public static Object toPaimon(Values values, int position, DataType type) {
        Object value = ValueReader.copyAt(values, position, type);
        if (value == null) {
            return null;
        }
        return switch (type.root()) {
            case CHAR, VARCHAR -> org.apache.paimon.data.BinaryString.fromBytes(((BinaryString) value).toBytes());
            case DECIMAL -> {
                Decimal decimal = (Decimal) value;
                yield org.apache.paimon.data.Decimal.fromBigDecimal(
                        decimal.toBigDecimal(), decimal.precision(), decimal.scale());
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Timestamp timestamp = (Timestamp) value;
                yield org.apache.paimon.data.Timestamp.fromEpochMillis(
                        timestamp.millis(), timestamp.nanoOfMillisecond());
            }
            case ARRAY -> toPaimon((RowArray) value, ((ArrayType) type).element());
            case MAP -> toPaimon((RowMap) value, (MapType) type);
            case MULTISET -> toPaimon((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> toPaimon((Row) value, (RowType) type);
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DATE, TIME, BINARY, VARBINARY -> value;
        };
    }

    private static InternalArray toPaimon(RowArray array, DataType element) {
        Object[] copy = new Object[array.size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = toPaimon(array, i, element);
        }
        return new org.apache.paimon.data.GenericArray(copy);
    }

    /** Keeps entries with equal keys, which Paimon's own generic map would drop. */
    private static InternalMap toPaimon(RowMap map, MapType type) {
        InternalArray keys = toPaimon(map.keys(), type.key());
        InternalArray values = toPaimon(map.values(), type.value());
        return new InternalMap() {
            @Override
            public int size() {
                return keys.size();
            }

            @Override
            public InternalArray keyArray() {
                return keys;
            }

            @Override
            public InternalArray valueArray() {
                return values;
            }
        };
    }

    /** A deep copy of a row of Paimon. */
    public static GenericRow fromPaimon(InternalRow row, RowType type) {
        var copy = new GenericRow(RowKind.ofCode(row.getRowKind().toByteValue()), row.getFieldCount());
        for (int i = 0; i < row.getFieldCount(); i++) {
            copy.set(i, fromPaimon(row, i, type.type(i)));
        }
        return copy;
    }

    /** A value of Paimon in this engine's internal form; null for null. */
    public static Object fromPaimon(DataGetters values, int position, DataType type) {
        if (values.isNullAt(position)) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN -> values.getBoolean(position);
            case TINYINT -> values.getByte(position);
            case SMALLINT -> values.getShort(position);
            case INT, DATE, TIME -> values.getInt(position);
            case BIGINT -> values.getLong(position);
            case FLOAT -> values.getFloat(position);
            case DOUBLE -> values.getDouble(position);
            case CHAR, VARCHAR -> BinaryString.wrap(values.getString(position).toBytes());
            case BINARY, VARBINARY -> values.getBinary(position).clone();
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                byte[] unscaled = values.getDecimal(position, decimal.precision(), decimal.scale())
                        .toUnscaledBytes();
                yield Decimal.ofUnscaled(new BigInteger(unscaled), decimal.precision(), decimal.scale());
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                var timestamp = values.getTimestamp(position, ((PrecisionType) type).precision());
                yield new Timestamp(timestamp.getMillisecond(), timestamp.getNanoOfMillisecond());
            }
            case ARRAY -> fromPaimon(values.getArray(position), ((ArrayType) type).element());
            case MAP -> fromPaimon(values.getMap(position), (MapType) type);
            case MULTISET -> fromPaimon(values.getMap(position), ((MultisetType) type).asMap());
            case ROW -> fromPaimon(values.getRow(position, ((RowType) type).arity()), (RowType) type);
        };
    }

    private static GenericArray fromPaimon(InternalArray array, DataType element) {
        Object[] copy = new Object[array.size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = fromPaimon(array, i, element);
        }
        return new GenericArray(copy);
    }

    private static GenericMap fromPaimon(InternalMap map, MapType type) {
        return new GenericMap(fromPaimon(map.keyArray(), type.key()), fromPaimon(map.valueArray(), type.value()));
    }
}

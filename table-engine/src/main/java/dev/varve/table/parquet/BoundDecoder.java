package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Function;
import org.apache.parquet.schema.ColumnOrder.ColumnOrderName;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Turns bounds as a file stores them into internal form, for columns whose stored order is that of the engine's predicates. The
 * stored order follows from the physical type and its annotation (Parquet's column orders); where it differs there is no decoder:
 * INT96, unsigned integers, nested columns. Of FLOAT and DOUBLE only lower bounds are of use, because NaN is our greatest value
 * and never in a bound, and a lower bound of 0.0 may stand for -0.0. Immutable.
 */
final class BoundDecoder {
    private final Function<ByteBuffer, Object> decoder;
    private final boolean hasMax;

    private BoundDecoder(Function<ByteBuffer, Object> decoder, boolean hasMax) {
        this.decoder = decoder;
        this.hasMax = hasMax;
    }

    /**
     * The decoder of a column.
     *
     * @param wanted type that values of the column are read as
     */
    static Optional<BoundDecoder> of(PrimitiveType stored, DataType wanted) {
        if (stored.columnOrder().getColumnOrderName() != ColumnOrderName.TYPE_DEFINED_ORDER) {
            return Optional.empty();
        }
        Function<ByteBuffer, Object> decoder = decoder(stored, wanted);
        boolean hasMax = switch (wanted.root()) {
            case FLOAT, DOUBLE -> false;
            default -> true;
        };
        return decoder == null ? Optional.empty() : Optional.of(new BoundDecoder(decoder, hasMax));
    }

    private static Function<ByteBuffer, Object> decoder(PrimitiveType stored, DataType wanted) {
        LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
        if (annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            return null;
        }
        return switch (wanted.root()) {
            case BOOLEAN -> bound -> bound.get(0) != 0;
            case TINYINT -> bound -> (byte) bound.getInt(0);
            case SMALLINT -> bound -> (short) bound.getInt(0);
            case INT, DATE, TIME -> bound -> bound.getInt(0);
            case BIGINT -> bound -> bound.getLong(0);
            case FLOAT -> bound -> lowest(bound.getFloat(0));
            case DOUBLE -> bound -> lowest(bound.getDouble(0));
            case CHAR, VARCHAR -> isText(annotation) ? bound -> BinaryString.wrap(bytes(bound)) : null;
            case BINARY, VARBINARY -> isText(annotation) ? BoundDecoder::bytes : null;
            case DECIMAL -> decimal(stored.getPrimitiveTypeName(), (DecimalType) wanted);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(stored);
            case ARRAY, MAP, MULTISET, ROW -> null;
        };
    }

    /** Whether byte arrays are in the order of their unsigned bytes. */
    private static boolean isText(LogicalTypeAnnotation annotation) {
        return annotation == null || annotation instanceof StringLogicalTypeAnnotation;
    }

    private static Object lowest(float bound) {
        return Float.isNaN(bound) ? null : bound == 0 ? -0.0f : bound;
    }

    private static Object lowest(double bound) {
        return Double.isNaN(bound) ? null : bound == 0 ? -0.0 : bound;
    }

    private static byte[] bytes(ByteBuffer bound) {
        byte[] bytes = new byte[bound.remaining()];
        bound.get(bound.position(), bytes);
        return bytes;
    }

    private static Function<ByteBuffer, Object> decimal(PrimitiveTypeName stored, DecimalType wanted) {
        int precision = wanted.precision();
        int scale = wanted.scale();
        return switch (stored) {
            case INT32 -> bound -> Decimal.ofUnscaled(bound.getInt(0), precision, scale);
            case INT64 -> bound -> Decimal.ofUnscaled(bound.getLong(0), precision, scale);
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                bound -> Decimal.ofUnscaled(new BigInteger(bytes(bound)), precision, scale);
            case BOOLEAN, FLOAT, DOUBLE, INT96 -> null;
        };
    }

    private static Function<ByteBuffer, Object> timestamp(PrimitiveType stored) {
        if (stored.getPrimitiveTypeName() != PrimitiveTypeName.INT64
                || !(stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp)) {
            return null;
        }
        return switch (timestamp.getUnit()) {
            case MILLIS -> bound -> Timestamp.ofMillis(bound.getLong(0));
            case MICROS -> bound -> Timestamp.ofMicros(bound.getLong(0));
            case NANOS -> bound -> Timestamp.ofNanos(bound.getLong(0));
        };
    }

    /** A lower bound, if it can be used. */
    Optional<Object> min(ByteBuffer stored) {
        return decode(stored);
    }

    /** An upper bound, if it can be used. */
    Optional<Object> max(ByteBuffer stored) {
        return hasMax ? decode(stored) : Optional.empty();
    }

    private Optional<Object> decode(ByteBuffer stored) {
        return Optional.ofNullable(decoder.apply(stored.slice().order(ByteOrder.LITTLE_ENDIAN)));
    }
}

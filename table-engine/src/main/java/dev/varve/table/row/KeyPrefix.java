package dev.varve.table.row;

import dev.varve.table.error.Check;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The first eight bytes of a key as one number whose signed order agrees with {@link RowComparator}: a smaller prefix means a
 * smaller key. Most comparisons of a sort or merge end here, without touching the key's bytes. Immutable.
 *
 * <p>Leading key columns are packed from the most significant byte on, each in a form whose unsigned order is its value order:
 * signed numbers with their sign bit flipped, text and bytes padded with zeros. Packing stops with the eighth byte or after the
 * first column whose bytes do not tell it apart completely.
 */
public final class KeyPrefix {
    private final FieldPrefix[] fields;
    private final int[] positions;
    private final int[] shifts;
    private final boolean decisive;

    private KeyPrefix(FieldPrefix[] fields, int[] positions, int[] shifts, boolean decisive) {
        this.fields = fields;
        this.positions = positions;
        this.shifts = shifts;
        this.decisive = decisive;
    }

    /** For key rows of these types, which hold no nulls; nested types have no order. */
    public static KeyPrefix of(List<? extends DataType> keyTypes) {
        return ofColumns(keyTypes, IntStream.range(0, keyTypes.size()).toArray());
    }

    /** For wider rows that have the key columns at the given positions. */
    public static KeyPrefix ofColumns(List<? extends DataType> keyTypes, int... positions) {
        Check.argument(keyTypes.size() == positions.length, "%s types for %s", keyTypes.size(), positions.length);
        var fields = new ArrayList<FieldPrefix>();
        var shifts = new ArrayList<Integer>();
        int room = Long.BYTES;
        boolean exact = true;
        for (DataType type : keyTypes) {
            Check.argument(!type.root().isNested(), "%s has no order", type);
            if (room == 0 || !exact) {
                exact = false;
                break;
            }
            int width = Math.min(width(type), room);
            exact = isFixedWidth(type) && width == width(type);
            fields.add(field(type, width));
            room -= width;
            shifts.add(8 * room);
        }
        return new KeyPrefix(
                fields.toArray(FieldPrefix[]::new),
                positions.clone(),
                shifts.stream().mapToInt(Integer::intValue).toArray(),
                exact);
    }

    /** Whether equal prefixes mean equal keys, so that no further comparison is needed. */
    public boolean isDecisive() {
        return decisive;
    }

    /** The prefix of the key in this row. */
    public long of(Row row) {
        long prefix = 0;
        for (int i = 0; i < fields.length; i++) {
            prefix |= fields[i].of(row, positions[i]) << shifts[i];
        }
        return prefix ^ Long.MIN_VALUE;
    }

    /** The most significant bytes of one value's unsigned form, in the low bytes of the result. */
    private interface FieldPrefix {
        long of(Row key, int position);
    }

    /** Bytes that tell a value apart; for text, bytes and large decimals all that can be had. */
    private static int width(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT -> 1;
            case SMALLINT -> 2;
            case INT, DATE, TIME, FLOAT -> 4;
            case BIGINT, DOUBLE, DECIMAL, TIMESTAMP, TIMESTAMP_LTZ, CHAR, VARCHAR, BINARY, VARBINARY -> 8;
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
    }

    private static boolean isFixedWidth(DataType type) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME, BIGINT, FLOAT, DOUBLE -> true;
            case DECIMAL -> ((DecimalType) type).precision() <= DecimalType.MAX_COMPACT_PRECISION;
            case TIMESTAMP, TIMESTAMP_LTZ -> ((PrecisionType) type).precision() <= 3;
            case CHAR, VARCHAR, BINARY, VARBINARY, ARRAY, MAP, MULTISET, ROW -> false;
        };
    }

    private static FieldPrefix field(DataType type, int width) {
        int cut = 8 * (width(type) - width);
        return switch (type.root()) {
            case BOOLEAN -> (key, i) -> key.booleanAt(i) ? 1 : 0;
            case TINYINT -> (key, i) -> (key.byteAt(i) ^ 0x80) & 0xFF;
            case SMALLINT -> (key, i) -> ((key.shortAt(i) ^ 0x8000) & 0xFFFF) >>> cut;
            case INT, DATE, TIME -> (key, i) -> Integer.toUnsignedLong(key.intAt(i) ^ Integer.MIN_VALUE) >>> cut;
            case FLOAT -> (key, i) -> Integer.toUnsignedLong(ordered(key.floatAt(i)) ^ Integer.MIN_VALUE) >>> cut;
            case BIGINT -> (key, i) -> unsigned(key.longAt(i)) >>> cut;
            case DOUBLE -> (key, i) -> unsigned(ordered(key.doubleAt(i))) >>> cut;
            case DECIMAL -> decimal((DecimalType) type, cut);
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                int precision = ((PrecisionType) type).precision();
                yield (key, i) -> unsigned(key.timestampAt(i, precision).millis()) >>> cut;
            }
            case CHAR, VARCHAR ->
                (key, i) -> {
                    BinaryString text = key.stringAt(i);
                    return leadingBytes(text.array(), text.offset(), text.length()) >>> cut;
                };
            case BINARY, VARBINARY ->
                (key, i) -> {
                    byte[] value = key.binaryAt(i);
                    return leadingBytes(value, 0, value.length) >>> cut;
                };
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
    }

    private static FieldPrefix decimal(DecimalType type, int cut) {
        int precision = type.precision();
        int scale = type.scale();
        if (precision <= DecimalType.MAX_COMPACT_PRECISION) {
            return (key, i) -> unsigned(key.decimalAt(i, precision, scale).unscaledLong()) >>> cut;
        }
        return (key, i) -> unsigned(saturated(key.decimalAt(i, precision, scale).unscaledValue())) >>> cut;
    }

    private static long unsigned(long value) {
        return value ^ Long.MIN_VALUE;
    }

    private static long saturated(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValue();
        }
        return value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** An int in the order of {@link Float#compare}. */
    private static int ordered(float value) {
        int bits = Float.floatToIntBits(value);
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** A long in the order of {@link Double#compare}. */
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** Up to eight bytes, most significant first, padded with zeros. */
    private static long leadingBytes(byte[] source, int offset, int length) {
        if (length >= Long.BYTES) {
            return Long.reverseBytes(Bytes.longAt(source, offset));
        }
        long word = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            word = (word << 8) | (i < length ? source[offset + i] & 0xFF : 0);
        }
        return word;
    }
}

package dev.varve.table.row;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.type.DecimalType;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Access to values laid out as in the format page on binary rows. Offsets inside count from {@link #start}. Values read out of
 * a row whose bytes are damaged fail with {@link CorruptTableException} instead of an index error.
 */
abstract class BinaryValues implements Values {
    static final byte[] NO_BYTES = new byte[0];

    byte[] bytes = NO_BYTES;
    int start;
    int sizeInBytes;

    /**
     * Absolute position of the first byte of a value's fixed part. Arrays pack their elements by width; rows give every field
     * eight bytes and ignore it.
     */
    abstract int slot(int position, int width);

    @Override
    public final boolean booleanAt(int position) {
        return bytes[slot(position, 1)] != 0;
    }

    @Override
    public final byte byteAt(int position) {
        return bytes[slot(position, 1)];
    }

    @Override
    public final short shortAt(int position) {
        return Bytes.shortAt(bytes, slot(position, 2));
    }

    @Override
    public final int intAt(int position) {
        return Bytes.intAt(bytes, slot(position, 4));
    }

    @Override
    public final long longAt(int position) {
        return Bytes.longAt(bytes, slot(position, 8));
    }

    @Override
    public final float floatAt(int position) {
        return Float.intBitsToFloat(Bytes.intAt(bytes, slot(position, 4)));
    }

    @Override
    public final double doubleAt(int position) {
        return Double.longBitsToDouble(Bytes.longAt(bytes, slot(position, 8)));
    }

    @Override
    public final BinaryString stringAt(int position) {
        int slot = slot(position, 8);
        long packed = Bytes.longAt(bytes, slot);
        if (packed < 0) {
            int length = (int) (packed >>> 56) & 0x7F;
            if (length > 7) {
                throw damaged(position);
            }
            return BinaryString.wrap(bytes, slot, length);
        }
        int length = (int) packed;
        return BinaryString.wrap(bytes, tail(position, packed, length), length);
    }

    @Override
    public final byte[] binaryAt(int position) {
        BinaryString slice = stringAt(position);
        return Arrays.copyOfRange(slice.array(), slice.offset(), slice.offset() + slice.length());
    }

    @Override
    public final Decimal decimalAt(int position, int precision, int scale) {
        long packed = Bytes.longAt(bytes, slot(position, 8));
        if (precision <= DecimalType.MAX_COMPACT_PRECISION) {
            return Decimal.ofUnscaled(packed, precision, scale);
        }
        int length = (int) packed;
        if (length < 1 || length > 16) {
            throw damaged(position);
        }
        return Decimal.ofUnscaled(new BigInteger(bytes, tail(position, packed, length), length), precision, scale);
    }

    @Override
    public final Timestamp timestampAt(int position, int precision) {
        long packed = Bytes.longAt(bytes, slot(position, 8));
        if (precision <= 3) {
            return Timestamp.ofMillis(packed);
        }
        int nanos = (int) packed;
        if (nanos < 0 || nanos > 999_999) {
            throw damaged(position);
        }
        return new Timestamp(Bytes.longAt(bytes, tail(position, packed, Long.BYTES)), nanos);
    }

    @Override
    public final RowArray arrayAt(int position) {
        long packed = Bytes.longAt(bytes, slot(position, 8));
        int length = (int) packed;
        return new BinaryArray().pointTo(bytes, tail(position, packed, length), length);
    }

    @Override
    public final RowMap mapAt(int position) {
        long packed = Bytes.longAt(bytes, slot(position, 8));
        int length = (int) packed;
        return BinaryMap.of(bytes, tail(position, packed, length), length);
    }

    @Override
    public final Row rowAt(int position, int arity) {
        long packed = Bytes.longAt(bytes, slot(position, 8));
        int length = (int) packed;
        return new BinaryRow(arity).pointTo(bytes, tail(position, packed, length), length);
    }

    /** Absolute start of a variable part of the given length, checked to lie inside this value. */
    private int tail(int position, long packed, int length) {
        long offset = packed >>> 32;
        if (length < 0 || offset + length > sizeInBytes) {
            throw damaged(position);
        }
        return start + (int) offset;
    }

    final CorruptTableException damaged(int position) {
        return new CorruptTableException(
                "a binary value of " + sizeInBytes + " bytes is damaged at position " + position);
    }
}

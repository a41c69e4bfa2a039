package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** PLAIN encoding: values one after the other, numbers little-endian, byte arrays behind an int32 length unless it is fixed. */
final class PlainValues extends ValueSource {
    static final int UNKNOWN = -1;

    private final ByteBuffer bytes;
    private final int fixedLength;

    /** Bytes of each value; 0 if lengths are stored, negative for bits and where it is not known. */
    private final int valueBytes;

    /** Bits of the current byte that were used, for booleans only. */
    private int usedBits = Byte.SIZE;

    private int bits;

    /** @param fixedLength bytes of each byte array, or 0 if lengths are stored */
    PlainValues(Slice source, int fixedLength) {
        this(source, fixedLength, UNKNOWN);
    }

    /** @param valueBytes bytes of each value; 0 if lengths are stored, {@link #UNKNOWN} for bits */
    PlainValues(Slice source, int fixedLength, int valueBytes) {
        this.valueBytes = valueBytes;
        this.bytes = ByteBuffer.wrap(source.bytes, source.offset, source.length).order(ByteOrder.LITTLE_ENDIAN);
        this.fixedLength = fixedLength;
    }

    @Override
    void booleans(boolean[] target, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (usedBits == Byte.SIZE) {
                bits = bytes.get();
                usedBits = 0;
            }
            target[i] = (bits >>> usedBits++ & 1) != 0;
        }
    }

    @Override
    void ints(int[] target, int from, int count) {
        bytes.asIntBuffer().get(target, from, count);
        skip(Integer.BYTES * count);
    }

    @Override
    void longs(long[] target, int from, int count) {
        bytes.asLongBuffer().get(target, from, count);
        skip(Long.BYTES * count);
    }

    @Override
    void floats(float[] target, int from, int count) {
        bytes.asFloatBuffer().get(target, from, count);
        skip(Float.BYTES * count);
    }

    @Override
    void doubles(double[] target, int from, int count) {
        bytes.asDoubleBuffer().get(target, from, count);
        skip(Double.BYTES * count);
    }

    @Override
    void binaries(BinaryString[] target, int from, int count) {
        for (int i = from; i < from + count; i++) {
            int length = fixedLength > 0 ? fixedLength : bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                throw new IndexOutOfBoundsException(
                        "a value of " + length + " bytes where " + bytes.remaining() + " are left");
            }
            target[i] = BinaryString.wrap(bytes.array(), bytes.position(), length);
            skip(length);
        }
    }

    @Override
    void skip(LeafVector vector, int count) {
        if (valueBytes > 0) {
            skip(Math.multiplyExact(valueBytes, count));
        } else if (valueBytes == 0) {
            for (int i = 0; i < count; i++) {
                int length = bytes.getInt();
                if (length < 0 || length > bytes.remaining()) {
                    throw new IndexOutOfBoundsException(
                            "a value of " + length + " bytes where " + bytes.remaining() + " are left");
                }
                skip(length);
            }
        } else {
            super.skip(vector, count);
        }
    }

    private void skip(int length) {
        bytes.position(bytes.position() + length);
    }
}

package dev.varve.table.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Decodes Parquet's mix of run lengths and bit packing, used for levels and dictionary positions.
 *
 * <pre>
 * run     := header (unsigned varint) body
 * header  even: header / 2 times one value; the body is the value in whole bytes, little-endian
 *         odd:  header / 2 groups of 8 values; the body is bit-packed, least significant bit first
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class HybridDecoder {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private final int bitWidth;
    private int position;

    private int runLeft;
    private boolean isRepeated;
    private int repeatedValue;

    /** Bit of the next packed value, counted from the start of the array. */
    private long packedBit;

    HybridDecoder(Slice source, int bitWidth) {
        if (bitWidth < 0 || bitWidth > 32) {
            throw new IllegalArgumentException("a bit width of " + bitWidth);
        }
        this.bytes = source.bytes;
        this.position = source.offset;
        this.end = source.end();
        this.bitWidth = bitWidth;
    }

    /** Bits that hold every number up to {@code max}. */
    static int bitWidth(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    void read(int[] target, int from, int count) {
        int at = from;
        int to = from + count;
        while (at < to) {
            if (runLeft == 0) {
                startRun();
                continue;
            }
            int length = Math.min(runLeft, to - at);
            if (isRepeated) {
                Arrays.fill(target, at, at + length, repeatedValue);
            } else {
                unpack(target, at, length);
            }
            at += length;
            runLeft -= length;
        }
    }

    /** Whether the first values are all this one, told by a single run. To be asked before anything is read. */
    boolean isOneRunOf(int value, int count) {
        if (count > 0 && runLeft == 0) {
            startRun();
        }
        return count == 0 || (isRepeated && repeatedValue == value && runLeft >= count);
    }

    /** Passes over values without looking at them. */
    void skip(int count) {
        int left = count;
        while (left > 0) {
            if (runLeft == 0) {
                startRun();
                continue;
            }
            int length = Math.min(runLeft, left);
            if (!isRepeated) {
                packedBit += (long) length * bitWidth;
            }
            left -= length;
            runLeft -= length;
        }
    }

    private void startRun() {
        int header = readVarint();
        isRepeated = (header & 1) == 0;
        if (isRepeated) {
            runLeft = header >>> 1;
            repeatedValue = readValue();
        } else {
            int groups = header >>> 1;
            runLeft = Math.multiplyExact(groups, 8);
            packedBit = 8L * position;
            // Some writers leave the unused end of the last group out.
            position = (int) Math.min(end, position + (long) groups * bitWidth);
        }
    }

    private int readVarint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = readByte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalStateException("a run header of more than 5 bytes");
    }

    private int readValue() {
        int value = 0;
        for (int shift = 0; shift < bitWidth; shift += 8) {
            value |= readByte() << shift;
        }
        if (bitWidth < Integer.SIZE && value >>> bitWidth != 0) {
            throw new IllegalStateException("a value of " + value + " in " + bitWidth + " bits");
        }
        return value;
    }

    private int readByte() {
        if (position >= end) {
            throw new IndexOutOfBoundsException("runs end before all values are read");
        }
        return bytes[position++] & 0xFF;
    }

    private void unpack(int[] target, int from, int count) {
        long mask = (1L << bitWidth) - 1;
        long bit = packedBit;
        for (int i = from; i < from + count; i++) {
            target[i] = (int) (wordAt((int) (bit >>> 3)) >>> (bit & 7) & mask);
            bit += bitWidth;
        }
        packedBit = bit;
    }

    /** Eight bytes from this place, zeros after the end. */
    private long wordAt(int at) {
        if (at + Long.BYTES <= end) {
            return (long) LONG.get(bytes, at);
        }
        if (at >= end && bitWidth > 0) {
            throw new IndexOutOfBoundsException("packed values end before all are read");
        }
        long word = 0;
        for (int i = at; i < end; i++) {
            word |= (bytes[i] & 0xFFL) << (8 * (i - at));
        }
        return word;
    }
}

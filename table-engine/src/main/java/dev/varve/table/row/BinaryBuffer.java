package dev.varve.table.row;

import dev.varve.table.error.LimitExceededException;
import java.util.Arrays;

/** A growing byte array whose new parts are zero. Confined to one thread. */
final class BinaryBuffer {
    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private byte[] bytes = new byte[256];
    private int size;

    void reset() {
        size = 0;
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Appends zero bytes and returns where they begin. */
    int allocate(int length) {
        int at = size;
        long end = (long) at + length;
        if (end > MAX_BYTES) {
            throw new LimitExceededException("a row of more than 2 GiB cannot be held");
        }
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, 2L * bytes.length)));
        }
        Arrays.fill(bytes, at, (int) end, (byte) 0);
        size = (int) end;
        return at;
    }

    /** Appends bytes padded with zeros to a multiple of 8 and returns where they begin. */
    int append(byte[] source, int offset, int length) {
        int at = allocate(Bytes.roundUpToWord(length));
        System.arraycopy(source, offset, bytes, at, length);
        return at;
    }

    void copy(byte[] source, int offset, int length, int to) {
        System.arraycopy(source, offset, bytes, to, length);
    }

    void setBit(int at, int bit) {
        bytes[at] |= (byte) (1 << bit);
    }

    void putByte(int at, byte value) {
        bytes[at] = value;
    }

    void putShort(int at, short value) {
        Bytes.putShort(bytes, at, value);
    }

    void putInt(int at, int value) {
        Bytes.putInt(bytes, at, value);
    }

    void putLong(int at, long value) {
        Bytes.putLong(bytes, at, value);
    }
}

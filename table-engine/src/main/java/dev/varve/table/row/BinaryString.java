package dev.varve.table.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/** UTF-8 text as a slice of bytes that is never changed. Order and equality are those of the unsigned bytes. */
public final class BinaryString implements Comparable<BinaryString> {
    public static final BinaryString EMPTY = new BinaryString(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int offset;
    private final int length;

    private BinaryString(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    public static BinaryString of(String text) {
        return wrap(text.getBytes(UTF_8));
    }

    /** Shares the array: the caller must not change it afterwards. */
    public static BinaryString wrap(byte[] utf8) {
        return new BinaryString(requireNonNull(utf8, "utf8 is null"), 0, utf8.length);
    }

    /** Shares a part of the array. */
    public static BinaryString wrap(byte[] utf8, int offset, int length) {
        return new BinaryString(requireNonNull(utf8, "utf8 is null"), offset, length);
    }

    /** Length in bytes. */
    public int length() {
        return length;
    }

    /** Number of code points, but at most {@code limit}. */
    public int codePoints(int limit) {
        int points = 0;
        for (int i = 0; i < length; i++) {
            if (isFirst(bytes[offset + i])) {
                if (points == limit) {
                    return points;
                }
                points++;
            }
        }
        return points;
    }

    /** Position in bytes where the code point with this number, from 0, begins; {@link #length} if there are not so many. */
    public int offsetOfCodePoint(int number) {
        int points = 0;
        for (int i = 0; i < length; i++) {
            if (isFirst(bytes[offset + i]) && points++ == number) {
                return i;
            }
        }
        return length;
    }

    /** Bytes of the form 10xxxxxx continue a code point. */
    private static boolean isFirst(byte utf8) {
        return (utf8 & 0xC0) != 0x80;
    }

    /** The array that holds the text, from {@link #offset} on. Read-only. */
    public byte[] array() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    /** The bytes as an array of exactly their length; copied unless the whole array is the text. */
    public byte[] toBytes() {
        return offset == 0 && length == bytes.length ? bytes : Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** A string that shares no memory with a larger buffer. */
    public BinaryString copy() {
        return wrap(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @Override
    public int compareTo(BinaryString other) {
        return Arrays.compareUnsigned(
                bytes, offset, offset + length, other.bytes, other.offset, other.offset + other.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryString that
                && Arrays.equals(bytes, offset, offset + length, that.bytes, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return new String(bytes, offset, length, UTF_8);
    }
}

package dev.varve.table.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.error.CorruptTableException;
import java.util.Arrays;

/**
 * A cursor over bytes in Avro's binary encoding. Every read is checked against the end, and every length against the bytes that
 * are left, so that damaged bytes end in {@link CorruptTableException} and never in a huge allocation. Confined to one thread.
 */
final class WireInput {
    private final String name;
    private byte[] bytes;
    private int position;
    private int end;

    /**
     * @param name what is read, for errors
     */
    WireInput(String name) {
        this.name = name;
    }

    WireInput over(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        position = from;
        end = to;
        return this;
    }

    int position() {
        return position;
    }

    void seek(int newPosition) {
        position = newPosition;
    }

    int remaining() {
        return end - position;
    }

    boolean atEnd() {
        return position >= end;
    }

    int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw corrupt("number " + value + " where 32 bits are expected");
        }
        return (int) value;
    }

    /** A zigzag number of at most ten bytes. */
    long readLong() {
        long raw = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position >= end) {
                throw corrupt("the bytes end within a number");
            }
            byte next = bytes[position++];
            raw |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw corrupt("a number of more than ten bytes");
    }

    /** The length of the bytes or text that follow, no more than there are. */
    int readLength() {
        long length = readLong();
        if (length < 0 || length > remaining()) {
            throw corrupt("a length of " + length + " where " + remaining() + " bytes are left");
        }
        return (int) length;
    }

    /**
     * How many items follow in this block of an array or map, 0 at its end. Items take at least one byte each, except those
     * without any content, which nobody writes in long arrays.
     */
    int readItemCount() {
        long count = readLong();
        if (count < 0) {
            // A negative count is followed by the block's size in bytes, for readers that skip.
            count = -count;
            readLength();
        }
        if (count < 0 || count > remaining()) {
            throw corrupt("an array of " + count + " items where " + remaining() + " bytes are left");
        }
        return (int) count;
    }

    String readString() {
        int length = readLength();
        String text = new String(bytes, position, length, UTF_8);
        position += length;
        return text;
    }

    byte[] readBytes() {
        int length = readLength();
        byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return copy;
    }

    void readFully(byte[] target) {
        requireRemaining(target.length);
        System.arraycopy(bytes, position, target, 0, target.length);
        position += target.length;
    }

    void skip(int count) {
        requireRemaining(count);
        position += count;
    }

    private void requireRemaining(int count) {
        if (count > remaining()) {
            throw corrupt(count + " bytes are expected where " + remaining() + " are left");
        }
    }

    CorruptTableException corrupt(String problem) {
        return corrupt(problem, null);
    }

    CorruptTableException corrupt(String problem, Throwable cause) {
        return new CorruptTableException(name + " is damaged at byte " + position + ": " + problem, cause);
    }
}

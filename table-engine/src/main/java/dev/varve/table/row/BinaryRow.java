package dev.varve.table.row;

import dev.varve.table.error.CorruptTableException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A row as bytes (format page: binary rows).
 *
 * <pre>
 * kind    1 byte    0 +I, 1 -U, 2 +U, 3 -D: stored, never renumber
 * nulls   n bits    set = null; kind and nulls together padded to 8 bytes
 * slots   8n bytes  the value; or up to 7 bytes inline, top bit set; or offset &lt;&lt; 32 | length of its tail
 * tails             what does not fit a slot, each padded to 8 bytes
 * </pre>
 *
 * <p>Equality and hash are those of the bytes. {@link #pointTo} makes the object a reusable view; all other uses treat it as
 * immutable.
 */
public final class BinaryRow extends BinaryValues implements Row {
    /** The row without fields: the partition of an unpartitioned table. */
    public static final BinaryRow EMPTY = new BinaryRow(0).pointTo(new byte[8], 0, 8);

    private final int arity;
    private final int headerBytes;

    public BinaryRow(int arity) {
        if (arity < 0) {
            throw new IllegalArgumentException("arity " + arity);
        }
        this.arity = arity;
        this.headerBytes = headerBytes(arity);
    }

    /** Bytes of kind and null bits together. */
    static int headerBytes(int arity) {
        return (arity + 63 + 8) / 64 * 8;
    }

    /** Makes this a view of {@code size} bytes from {@code offset} on; the bytes are shared. */
    public BinaryRow pointTo(byte[] newBytes, int offset, int size) {
        if (size < headerBytes + 8 * arity || offset < 0 || offset + size > newBytes.length) {
            throw new CorruptTableException(
                    "a binary row of " + arity + " fields cannot have " + size + " bytes at " + offset);
        }
        bytes = newBytes;
        start = offset;
        sizeInBytes = size;
        return this;
    }

    /** Reads the form stored in manifests: int32 big-endian arity, then the row. */
    public static BinaryRow deserialize(byte[] serialized) {
        if (serialized.length < 4) {
            throw new CorruptTableException(
                    "a serialized row has " + serialized.length + " bytes, at least 4 expected");
        }
        int arity = ByteBuffer.wrap(serialized).getInt();
        if (arity < 0 || 8L * arity > serialized.length) {
            throw new CorruptTableException(
                    "a serialized row of " + serialized.length + " bytes claims " + arity + " fields");
        }
        return new BinaryRow(arity).pointTo(serialized, 4, serialized.length - 4);
    }

    /** The form stored in manifests: int32 big-endian arity, then the row. */
    public byte[] serialize() {
        return ByteBuffer.allocate(4 + sizeInBytes)
                .putInt(arity)
                .put(bytes, start, sizeInBytes)
                .array();
    }

    /** The row's bytes without the arity, as a fresh array. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, start, start + sizeInBytes);
    }

    /** A row that shares no memory with this one. */
    public BinaryRow copy() {
        return new BinaryRow(arity).pointTo(toBytes(), 0, sizeInBytes);
    }

    /** The array that holds the row from {@link #offset} on. Read-only. */
    public byte[] array() {
        return bytes;
    }

    public int offset() {
        return start;
    }

    public int sizeInBytes() {
        return sizeInBytes;
    }

    @Override
    int slot(int position, int width) {
        return start + headerBytes + 8 * position;
    }

    @Override
    public boolean isNull(int position) {
        int bit = 8 + position;
        return (bytes[start + (bit >>> 3)] & (1 << (bit & 7))) != 0;
    }

    @Override
    public RowKind kind() {
        return RowKind.ofCode(bytes[start]);
    }

    @Override
    public int arity() {
        return arity;
    }

    /** The 32-bit hash of format page binary rows, section hash; it decides buckets. */
    public int murmur3() {
        return Murmur3.hash(bytes, start, sizeInBytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryRow that
                && arity == that.arity
                && Arrays.equals(
                        bytes, start, start + sizeInBytes, that.bytes, that.start, that.start + that.sizeInBytes);
    }

    @Override
    public int hashCode() {
        return murmur3();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("BinaryRow[").append(arity).append(':');
        for (int i = 0; i < sizeInBytes; i++) {
            text.append(Character.forDigit((bytes[start + i] >> 4) & 15, 16))
                    .append(Character.forDigit(bytes[start + i] & 15, 16));
        }
        return text.append(']').toString();
    }
}

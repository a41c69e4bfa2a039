package dev.varve.table.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Where an encoder puts the values of one record, in the order of its schema. A nullable value is preceded by
 * {@link #putPresent}, or is {@link #putNull} alone; an array is {@link #beginArray}, its items, {@link #endArray}. Tests check
 * every record against the schema. Confined to one thread.
 */
public final class RecordOutput {
    private static final int NULL_BRANCH = 0;
    private static final int VALUE_BRANCH = 1;
    private static final int MAX_NUMBER_BYTES = 10;

    private byte[] bytes = new byte[4 << 10];
    private int size;

    RecordOutput() {}

    int size() {
        return size;
    }

    byte[] bytes() {
        return bytes;
    }

    void reset() {
        size = 0;
    }

    public void putInt(int value) {
        putLong(value);
    }

    public void putLong(long value) {
        reserve(MAX_NUMBER_BYTES);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void putString(String value) {
        putBytes(value.getBytes(UTF_8));
    }

    public void putBytes(byte[] value) {
        putLong(value.length);
        putRaw(value, value.length);
    }

    /** The branch "null" of a union {@code ["null", X]}. */
    public void putNull() {
        putInt(NULL_BRANCH);
    }

    /** The branch X of a union {@code ["null", X]}; its value follows. */
    public void putPresent() {
        putInt(VALUE_BRANCH);
    }

    /** Starts an array of this many items. */
    public void beginArray(int items) {
        if (items > 0) {
            putLong(items);
        }
    }

    public void endArray() {
        putLong(0);
    }

    void putRaw(byte[] value, int length) {
        reserve(length);
        System.arraycopy(value, 0, bytes, size, length);
        size += length;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }
}

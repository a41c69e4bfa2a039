package dev.varve.table.parquet;

/** A part of a byte array, shared. */
final class Slice {
    final byte[] bytes;
    final int offset;
    final int length;

    Slice(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    int end() {
        return offset + length;
    }

    /** A part of this slice; fails if it does not lie inside. */
    Slice part(int from, int partLength) {
        if (from < 0 || partLength < 0 || partLength > length - from) {
            throw new IndexOutOfBoundsException(
                    "bytes " + from + " to " + ((long) from + partLength) + " of a part of " + length + " bytes");
        }
        return new Slice(bytes, offset + from, partLength);
    }

    /** Everything from {@code from} on. */
    Slice from(int from) {
        return part(from, length - from);
    }
}

package dev.varve.table.row;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.type.DataType;

/**
 * An array as bytes: int32 size, null bits in 4-byte words, elements of 1, 2, 4 or 8 bytes padded to 8, then the tails (format
 * page: binary rows, array). The element width follows from the accessor that is called.
 */
final class BinaryArray extends BinaryValues implements RowArray {
    private int size;
    private int elementsAt;

    BinaryArray pointTo(byte[] newBytes, int offset, int length) {
        if (length < 4) {
            throw new CorruptTableException("a binary array cannot have " + length + " bytes");
        }
        int newSize = Bytes.intAt(newBytes, offset);
        // Every element takes a byte at least; whether there is room for wider ones shows when one is asked for.
        if (newSize < 0 || newSize > length || headerBytes(newSize) + newSize > length) {
            throw new CorruptTableException("a binary array of " + length + " bytes claims " + newSize + " elements");
        }
        bytes = newBytes;
        start = offset;
        sizeInBytes = length;
        size = newSize;
        elementsAt = offset + headerBytes(newSize);
        return this;
    }

    /** Bytes of size and null bits. */
    static int headerBytes(int size) {
        return 4 + (size + 31) / 32 * 4;
    }

    /** Bytes of one element's fixed part. */
    static int elementBytes(DataType element) {
        return switch (element.root()) {
            case BOOLEAN, TINYINT -> 1;
            case SMALLINT -> 2;
            case INT, FLOAT, DATE, TIME -> 4;
            case BIGINT, DOUBLE, DECIMAL, CHAR, VARCHAR, BINARY, VARBINARY, TIMESTAMP, TIMESTAMP_LTZ -> 8;
            case ARRAY, MAP, MULTISET, ROW -> 8;
        };
    }

    @Override
    int slot(int position, int width) {
        long at = elementsAt + (long) position * width;
        if (at + width > start + sizeInBytes) {
            throw damaged(position);
        }
        return (int) at;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isNull(int position) {
        return (bytes[start + 4 + (position >>> 3)] & (1 << (position & 7))) != 0;
    }
}

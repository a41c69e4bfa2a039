package dev.varve.table.row;

import dev.varve.table.error.CorruptTableException;

/** A map as bytes: int32 size of the key array, key array, value array (format page: binary rows, map). */
record BinaryMap(RowArray keys, RowArray values) implements RowMap {
    static BinaryMap of(byte[] bytes, int offset, int length) {
        int keyBytes = length < 4 ? -1 : Bytes.intAt(bytes, offset);
        if (keyBytes < 4 || keyBytes > length - 8) {
            throw new CorruptTableException(
                    "a binary map of " + length + " bytes claims " + keyBytes + " bytes of keys");
        }
        var keys = new BinaryArray().pointTo(bytes, offset + 4, keyBytes);
        var values = new BinaryArray().pointTo(bytes, offset + 4 + keyBytes, length - 4 - keyBytes);
        if (keys.size() != values.size()) {
            throw new CorruptTableException(
                    "a binary map has " + keys.size() + " keys and " + values.size() + " values");
        }
        return new BinaryMap(keys, values);
    }

    @Override
    public int size() {
        return keys.size();
    }
}

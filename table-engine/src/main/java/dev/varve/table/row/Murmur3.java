package dev.varve.table.row;

/** 32-bit Murmur3 (x86) with seed 42 over whole words (format page: binary rows, hash). */
final class Murmur3 {
    private static final int SEED = 42;

    private Murmur3() {}

    static int hash(byte[] bytes, int offset, int length) {
        if (length % 4 != 0) {
            throw new IllegalArgumentException("length " + length + " is not a multiple of 4");
        }
        int hash = SEED;
        for (int at = offset; at < offset + length; at += 4) {
            int word = Bytes.intAt(bytes, at) * 0xCC9E2D51;
            word = Integer.rotateLeft(word, 15) * 0x1B873593;
            hash = Integer.rotateLeft(hash ^ word, 13) * 5 + 0xE6546B64;
        }
        hash ^= length;
        hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
        hash = (hash ^ (hash >>> 13)) * 0xC2B2AE35;
        return hash ^ (hash >>> 16);
    }
}

package dev.varve.table.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The 64-bit xxHash of bytes with seed 0 (Yann Collet, xxHash specification, XXH64). Stored in files: never change it. */
final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private static final int STRIPE_BYTES = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private XxHash64() {}

    static long of(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long hash = PRIME_5;
        if (length >= STRIPE_BYTES) {
            long lane2 = PRIME_2;
            long lane1 = lane2 + PRIME_1;
            long lane3 = 0;
            long lane4 = -PRIME_1;
            for (; at <= end - STRIPE_BYTES; at += STRIPE_BYTES) {
                lane1 = round(lane1, (long) LONGS.get(bytes, at));
                lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
                lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
                lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(lane1, 1)
                    + Long.rotateLeft(lane2, 7)
                    + Long.rotateLeft(lane3, 12)
                    + Long.rotateLeft(lane4, 18);
            hash = merge(hash, lane1);
            hash = merge(hash, lane2);
            hash = merge(hash, lane3);
            hash = merge(hash, lane4);
        }
        return finish(hash + length, bytes, at, end);
    }

    /** Takes in the bytes that do not fill a stripe and mixes all bits. */
    private static long finish(long start, byte[] bytes, int from, int end) {
        long hash = start;
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = Long.rotateLeft(hash ^ round(0, (long) LONGS.get(bytes, at)), 27) * PRIME_1 + PRIME_4;
        }
        if (at <= end - Integer.BYTES) {
            hash = Long.rotateLeft(hash ^ ((int) INTS.get(bytes, at) & 0xFFFFFFFFL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }
}

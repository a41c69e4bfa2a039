package dev.varve.table.aggregate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Unions of compact, ordered theta sketches that still hold every hash, as all do that have seen few values: sorted lists of which
 * the library would make hash tables and lists again (Apache DataSketches, preamble layouts; little-endian).
 *
 * <pre>
 * one hash   0  01 03 03 00 00 3A CC 93   8  hash
 * several    0  02 03 03 00 00 1A CC 93   8  int count   12  float 1.0   16  hashes, ascending, above 0
 * </pre>
 *
 * The first eight bytes are: preamble longs, version, family, two zeros, flags (ordered, compact, read-only, single), and two bytes
 * of a hash of the seed that all sketches must share.
 */
final class ExactThetaSketch {
    private static final long ONE_HASH = 0x93CC_3A00_0003_0301L;
    private static final long SEVERAL_HASHES = 0x93CC_1A00_0003_0302L;
    private static final long FLOAT_ONE = 0x3F80_0000L << Integer.SIZE;
    private static final int ONE_HASH_BYTES = 16;
    private static final int HEADER_BYTES = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ExactThetaSketch() {}

    /**
     * The union, as the library would write it.
     *
     * @param most hashes that the result may hold
     * @return null if this is not for sorted lists: one of the sketches is not exact or is damaged, or together they have too many
     *     hashes
     */
    static byte[] union(byte[] left, byte[] right, int most) {
        int leftFrom = firstHash(left);
        int rightFrom = firstHash(right);
        long sumOfBytes = (long) left.length - leftFrom + right.length - rightFrom;
        if (leftFrom < 0 || rightFrom < 0 || sumOfBytes > (long) most * Long.BYTES) {
            return null;
        }
        byte[] merged = new byte[HEADER_BYTES + (int) sumOfBytes];
        int end = merge(left, leftFrom, right, rightFrom, merged);
        if (end < 0) {
            return null;
        }
        if (end == HEADER_BYTES + Long.BYTES) {
            // The same single hash on both sides.
            return left;
        }
        LONG.set(merged, 0, SEVERAL_HASHES);
        LONG.set(merged, Long.BYTES, FLOAT_ONE | (end - HEADER_BYTES) / Long.BYTES);
        return end == merged.length ? merged : Arrays.copyOf(merged, end);
    }

    /** Where the hashes begin; -1 if the bytes are not of the layouts above. */
    private static int firstHash(byte[] bytes) {
        if (bytes.length < ONE_HASH_BYTES) {
            return -1;
        }
        long start = (long) LONG.get(bytes, 0);
        if (start == ONE_HASH && bytes.length == ONE_HASH_BYTES) {
            return Long.BYTES;
        }
        int hashes = bytes.length / Long.BYTES - HEADER_BYTES / Long.BYTES;
        boolean whole = start == SEVERAL_HASHES
                && (long) LONG.get(bytes, Long.BYTES) == (FLOAT_ONE | hashes)
                && bytes.length % Long.BYTES == 0
                && hashes > 1;
        return whole ? HEADER_BYTES : -1;
    }

    /** Returns the end of the merged hashes; -1 if they do not ascend. */
    private static int merge(byte[] left, int leftFrom, byte[] right, int rightFrom, byte[] merged) {
        int i = leftFrom;
        int j = rightFrom;
        int end = HEADER_BYTES;
        long last = 0;
        while (i < left.length || j < right.length) {
            long leftHash = i < left.length ? (long) LONG.get(left, i) : Long.MAX_VALUE;
            long rightHash = j < right.length ? (long) LONG.get(right, j) : Long.MAX_VALUE;
            long hash = Math.min(leftHash, rightHash);
            if (hash <= last || hash == Long.MAX_VALUE) {
                return -1;
            }
            i += leftHash == hash ? Long.BYTES : 0;
            j += rightHash == hash ? Long.BYTES : 0;
            LONG.set(merged, end, hash);
            end += Long.BYTES;
            last = hash;
        }
        return end;
    }
}

package dev.varve.table.aggregate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How long a serialized sketch must be for what its preamble claims. The sketch library reads past the end of an array without
 * noticing, so nothing is handed to it that is too short (Apache DataSketches, preamble layouts).
 *
 * <pre>
 * HLL    0 preamble ints 2|3|10  1 version 1  2 family 7  3 lgK  4 lgArr  5 flags  6 list count  7 mode: 0 list, 1 set, 2 HLL; type &lt;&lt; 2
 *        list  8   coupons of 4 bytes
 *        set   8   int count       12  coupons of 4 bytes
 *        HLL   36  int exceptions  40  registers of 4, 6 or 8 bits, then exceptions of 4 bytes
 * theta  0 preamble longs (low 6 bits)  1 version  2 family 3  3 entry bits, 4 count bytes (version 4)  5 flags
 *        8 int count  16 theta  then hashes of 8 bytes
 * </pre>
 */
final class SketchBytes {
    private static final int HLL_FAMILY = 7;
    private static final int COMPACT_THETA_FAMILY = 3;

    /** Smaller sketches go from lists to registers directly. */
    private static final int LEAST_LGK_OF_SETS = 8;

    private static final int COMPACT = 8;
    private static final int EMPTY = 4;
    private static final int SINGLE = 32;

    private SketchBytes() {}

    /** Whether the bytes can be an HLL sketch and hold all that their preamble claims. */
    static boolean isWholeHll(byte[] bytes) {
        if (bytes.length < 8 || bytes[1] != 1 || bytes[2] != HLL_FAMILY || bytes[3] < 4 || bytes[3] > 21) {
            return false;
        }
        boolean compact = (bytes[5] & COMPACT) != 0;
        return switch (bytes[7] & 3) {
            case 0 -> bytes[0] == 2 && holds(bytes, 8, coupons(bytes, compact, bytes[6] & 0xFF));
            case 1 ->
                bytes[0] == 3
                        && bytes[3] >= LEAST_LGK_OF_SETS
                        && bytes.length >= 12
                        && holds(bytes, 12, coupons(bytes, compact, intAt(bytes, 8)));
            case 2 -> bytes[0] == 10 && bytes.length >= 40 && isWholeRegisters(bytes, compact);
            default -> false;
        };
    }

    private static long coupons(byte[] bytes, boolean compact, int count) {
        if (compact) {
            return count < 0 ? -1 : 4L * count;
        }
        return bytes[4] < 0 || bytes[4] > 26 ? -1 : 4L << bytes[4];
    }

    private static boolean isWholeRegisters(byte[] bytes, boolean compact) {
        long registers = 1L << bytes[3];
        return switch ((bytes[7] >> 2) & 3) {
            case 0 -> {
                int exceptions = intAt(bytes, 36);
                long auxiliary = exceptions == 0 ? 0 : coupons(bytes, compact, exceptions);
                yield auxiliary >= 0 && holds(bytes, 40, registers / 2 + auxiliary);
            }
            case 1 -> holds(bytes, 40, registers * 3 / 4 + 1);
            case 2 -> holds(bytes, 40, registers);
            default -> false;
        };
    }

    /** Whether the bytes can be a compact theta sketch and hold all that their preamble claims. */
    static boolean isWholeTheta(byte[] bytes) {
        if (bytes.length < 8 || bytes[2] != COMPACT_THETA_FAMILY) {
            return false;
        }
        int preambleLongs = bytes[0] & 0x3F;
        if (preambleLongs < 1 || preambleLongs > 3 || bytes.length < 8 * preambleLongs) {
            return false;
        }
        if (bytes[1] == 4) {
            return isWholeCompressedTheta(bytes, preambleLongs);
        }
        if (bytes[1] != 3 || (bytes[5] & COMPACT) == 0) {
            return false;
        }
        boolean empty = (bytes[5] & EMPTY) != 0;
        boolean single = (bytes[5] & SINGLE) != 0;
        if (preambleLongs == 1) {
            return empty ? !single : single && bytes.length >= 16;
        }
        int count = intAt(bytes, 8);
        return !empty && !single && count >= 0 && holds(bytes, 8 * preambleLongs, 8L * count);
    }

    private static boolean isWholeCompressedTheta(byte[] bytes, int preambleLongs) {
        int entryBits = bytes[3];
        int countBytes = bytes[4];
        int from = 8 * preambleLongs;
        if (preambleLongs > 2
                || entryBits < 1
                || entryBits > 63
                || countBytes < 1
                || countBytes > 4
                || !holds(bytes, from, countBytes)) {
            return false;
        }
        long count = 0;
        for (int i = 0; i < countBytes; i++) {
            count |= (bytes[from + i] & 0xFFL) << (8 * i);
        }
        return holds(bytes, from + countBytes, (entryBits * count + 7) / 8);
    }

    private static boolean holds(byte[] bytes, int from, long length) {
        return length >= 0 && bytes.length - from >= length;
    }

    private static int intAt(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }
}

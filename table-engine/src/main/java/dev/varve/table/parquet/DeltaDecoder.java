package dev.varve.table.parquet;

/**
 * Decodes numbers stored as bit-packed differences (DELTA_BINARY_PACKED).
 *
 * <pre>
 * stream     := block size, miniblocks in a block, number of values (varints), first value (zigzag varint), block*
 * block      := least difference (zigzag varint), one byte with the bit width of each miniblock, miniblock*
 * miniblock  := block size / miniblocks differences to the least one, least significant bit first
 * </pre>
 *
 * <p>The last miniblock is padded; miniblocks after it are left out. Sums wrap around. Confined to one thread.
 */
final class DeltaDecoder {
    private final byte[] bytes;
    private final int end;
    private final int[] bitWidths;
    private final int miniblockValues;
    private final int count;

    private int position;
    private int returned;
    private long value;
    private long leastDifference;
    private int nextMiniblock;

    private int bitWidth;
    private int leftInMiniblock;

    /** Bit of the next difference, counted from the start of the array. */
    private long bit;

    DeltaDecoder(Slice source) {
        bytes = source.bytes;
        position = source.offset;
        end = source.end();
        int blockValues = readInt();
        int miniblocks = readInt();
        count = readInt();
        value = readZigzag();
        if (miniblocks < 1 || miniblocks > source.length || blockValues % miniblocks != 0 || count < 0) {
            throw new IllegalStateException("delta blocks of " + blockValues + " values in " + miniblocks
                    + " miniblocks for " + count + " values");
        }
        miniblockValues = blockValues / miniblocks;
        if (miniblockValues < 1) {
            throw new IllegalStateException("delta miniblocks of " + miniblockValues + " values");
        }
        bitWidths = new int[miniblocks];
        nextMiniblock = miniblocks;
    }

    long read() {
        if (returned >= count) {
            throw new IndexOutOfBoundsException("a delta stream has only " + count + " values");
        }
        if (returned++ > 0) {
            if (leftInMiniblock == 0) {
                startMiniblock();
            }
            value += leastDifference + unpack();
            leftInMiniblock--;
        }
        return value;
    }

    /** All values, which must be lengths. */
    int[] readAll(int limit) {
        if (count > limit) {
            throw new IllegalStateException("a delta stream of " + count + " lengths for " + limit + " entries");
        }
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = Math.toIntExact(read());
        }
        return lengths;
    }

    /** What follows the stream, once all values are read. */
    Slice rest() {
        return new Slice(bytes, position, end - position);
    }

    private void startMiniblock() {
        if (nextMiniblock == bitWidths.length) {
            leastDifference = readZigzag();
            for (int i = 0; i < bitWidths.length; i++) {
                bitWidths[i] = readByte();
            }
            nextMiniblock = 0;
        }
        bitWidth = bitWidths[nextMiniblock++];
        if (bitWidth > Long.SIZE) {
            throw new IllegalStateException("a delta bit width of " + bitWidth);
        }
        leftInMiniblock = miniblockValues;
        bit = 8L * position;
        long next = position + ((long) miniblockValues * bitWidth + 7) / 8;
        if (next > end) {
            throw new IndexOutOfBoundsException("a delta miniblock ends after its page");
        }
        position = (int) next;
    }

    private long unpack() {
        if (bitWidth == 0) {
            return 0;
        }
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long word = 0;
        int needed = (shift + bitWidth + 7) / 8;
        for (int i = 0; i < Math.min(needed, Long.BYTES); i++) {
            word |= (bytes[at + i] & 0xFFL) << (8 * i);
        }
        word >>>= shift;
        if (needed > Long.BYTES) {
            word |= (bytes[at + Long.BYTES] & 0xFFL) << (Long.SIZE - shift);
        }
        bit += bitWidth;
        return bitWidth == Long.SIZE ? word : word & ((1L << bitWidth) - 1);
    }

    private int readInt() {
        return Math.toIntExact(readVarint());
    }

    private long readZigzag() {
        long raw = readVarint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    private long readVarint() {
        long result = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int next = readByte();
            result |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return result;
            }
        }
        throw new IllegalStateException("a number of more than 10 bytes");
    }

    private int readByte() {
        if (position >= end) {
            throw new IndexOutOfBoundsException("a delta stream ends early");
        }
        return bytes[position++] & 0xFF;
    }
}

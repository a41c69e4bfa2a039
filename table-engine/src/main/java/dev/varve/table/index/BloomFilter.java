package dev.varve.table.index;

import dev.varve.table.error.Check;
import java.nio.ByteBuffer;

/**
 * A Bloom filter over 64-bit hashes (format page index files, 7.5):
 *
 * <pre>
 *   k         int32 BE, number of bits that each hash sets
 *   bits      bit i is bit i % 8 of byte i / 8, lowest first
 * </pre>
 *
 * The hash's lower half h1 and upper half h2 give the bits (h1 + i * h2) mod bits, i from 1 to k; a negative sum is inverted.
 */
final class BloomFilter {
    /** Largest number of bits that still fits the arithmetic of the format. */
    private static final int MAX_BITS = Integer.MAX_VALUE - Byte.SIZE;

    /** What the smallest rate that a double can express needs; more is damage. */
    private static final int MAX_HASHES = 1100;

    private final int hashes;
    private final int bits;
    private final ByteBuffer bytes;

    private BloomFilter(int hashes, ByteBuffer bytes) {
        this.hashes = hashes;
        this.bytes = bytes;
        this.bits = Math.multiplyExact(bytes.remaining(), Byte.SIZE);
    }

    /** Whether a filter for so many items can be made. */
    static boolean isPossible(long items, double falsePositiveRate) {
        return items >= 1
                && falsePositiveRate > 0
                && falsePositiveRate < 1
                && leastBits(items, falsePositiveRate) < MAX_BITS;
    }

    /** An empty filter. */
    static BloomFilter sized(long items, double falsePositiveRate) {
        Check.argument(isPossible(items, falsePositiveRate), "a filter of %s items", items);
        int least = (int) leastBits(items, falsePositiveRate);
        int bits = least + (Byte.SIZE - least % Byte.SIZE);
        int hashes = (int) Math.max(1, Math.round((double) bits / items * Math.log(2)));
        return new BloomFilter(hashes, ByteBuffer.allocate(bits / Byte.SIZE));
    }

    private static double leastBits(long items, double falsePositiveRate) {
        return -items * Math.log(falsePositiveRate) / (Math.log(2) * Math.log(2));
    }

    /**
     * A stored filter; shares the buffer.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    static BloomFilter parse(ByteBuffer stored) {
        ByteBuffer bytes = stored.slice();
        if (bytes.remaining() <= Integer.BYTES || bytes.remaining() - Integer.BYTES > Integer.MAX_VALUE / Byte.SIZE) {
            throw new IllegalArgumentException("a Bloom filter of " + bytes.remaining() + " bytes");
        }
        int hashes = bytes.getInt();
        if (hashes < 1 || hashes > MAX_HASHES) {
            throw new IllegalArgumentException("a Bloom filter that sets " + hashes + " bits for a value");
        }
        return new BloomFilter(hashes, bytes.slice());
    }

    void add(long hash) {
        byte[] array = bytes.array();
        int step = (int) (hash >>> 32);
        int sum = (int) hash;
        for (int i = 0; i < hashes; i++) {
            sum += step;
            int bit = (sum < 0 ? ~sum : sum) % bits;
            array[bit >>> 3] |= (byte) (1 << (bit & 7));
        }
    }

    /** False if the hash was certainly not added. */
    boolean mayContain(long hash) {
        int step = (int) (hash >>> 32);
        int sum = (int) hash;
        for (int i = 0; i < hashes; i++) {
            sum += step;
            int bit = (sum < 0 ? ~sum : sum) % bits;
            if ((bytes.get(bit >>> 3) & 1 << (bit & 7)) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Size in its stored form. */
    int storedBytes() {
        return Integer.BYTES + bytes.limit();
    }

    /** The stored form of a filter made by {@link #sized}. */
    byte[] toBytes() {
        byte[] stored = new byte[storedBytes()];
        ByteBuffer.wrap(stored).putInt(hashes).put(bytes.array());
        return stored;
    }
}

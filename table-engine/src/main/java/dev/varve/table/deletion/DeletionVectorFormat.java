package dev.varve.table.deletion;

import dev.varve.table.error.Check;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * How a vector is written (format page index, deletion vectors). Both kinds may occur in one table; the magic number tells which.
 * Lengths are big-endian, as is the magic number of the first kind; all else is little-endian.
 *
 * <pre>
 * length     4 bytes   L = bytes of magic and bitmaps
 * magic      4 bytes
 * bitmaps    L - 4     BITMAP_32: one portable Roaring bitmap
 *                      BITMAP_64: number of bitmaps, 8 bytes; then for each the upper 32 bits, 4 bytes, and the bitmap
 * checksum   4 bytes   CRC-32 of magic and bitmaps
 * </pre>
 */
public enum DeletionVectorFormat {
    /** Row numbers up to 2^32 - 1; what the index manifest calls its length is L. */
    BITMAP_32,
    /** Row numbers of 64 bits; what the index manifest calls its length is L + 8, all bytes of the vector. */
    BITMAP_64;

    // Numbers on disk: never change them.
    static final int MAGIC_32 = 1581511376;
    static final int MAGIC_64 = 1681511377;
    static final int LENGTH_BYTES = 4;
    static final int MAGIC_BYTES = 4;
    static final int CHECKSUM_BYTES = 4;

    /** The format for the option {@code deletion-vectors.bitmap64}. */
    public static DeletionVectorFormat of(boolean bitmap64) {
        return bitmap64 ? BITMAP_64 : BITMAP_32;
    }

    /** The length that the index manifest gives for a vector of so many bytes in all. */
    int listedLength(int totalBytes) {
        return switch (this) {
            case BITMAP_32 -> totalBytes - LENGTH_BYTES - CHECKSUM_BYTES;
            case BITMAP_64 -> totalBytes;
        };
    }

    /** All bytes of a vector. */
    byte[] encode(DeletionVector vector) {
        int bitmapBytes = switch (this) {
            case BITMAP_32 -> only(vector).serializedSizeInBytes();
            case BITMAP_64 ->
                Long.BYTES
                        + vector.bitmaps().values().stream()
                                .mapToInt(bitmap -> Integer.BYTES + bitmap.serializedSizeInBytes())
                                .sum();
        };
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH_BYTES + MAGIC_BYTES + bitmapBytes + CHECKSUM_BYTES);
        bytes.putInt(MAGIC_BYTES + bitmapBytes);
        switch (this) {
            case BITMAP_32 -> bytes.putInt(MAGIC_32).put(serialized(only(vector)));
            case BITMAP_64 -> putAll(vector, bytes.order(ByteOrder.LITTLE_ENDIAN));
        }
        bytes.order(ByteOrder.BIG_ENDIAN).putInt(checksum(bytes.array(), LENGTH_BYTES, MAGIC_BYTES + bitmapBytes));
        return bytes.array();
    }

    private static RoaringBitmap only(DeletionVector vector) {
        Map<Integer, RoaringBitmap> bitmaps = vector.bitmaps();
        Check.argument(
                bitmaps.isEmpty() || (bitmaps.size() == 1 && bitmaps.containsKey(0)),
                "row %s is too far for a vector of 32 bits",
                vector.last());
        return bitmaps.getOrDefault(0, new RoaringBitmap());
    }

    private static void putAll(DeletionVector vector, ByteBuffer bytes) {
        bytes.putInt(MAGIC_64).putLong(vector.bitmaps().size());
        vector.bitmaps().forEach((high, bitmap) -> bytes.putInt(high).put(serialized(bitmap)));
    }

    private static byte[] serialized(RoaringBitmap bitmap) {
        ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
        bitmap.serialize(bytes);
        return bytes.array();
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}

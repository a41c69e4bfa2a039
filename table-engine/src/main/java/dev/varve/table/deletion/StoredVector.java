package dev.varve.table.deletion;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/** Reads the bytes of one vector, and believes none of them ({@link DeletionVectorFormat} draws them). */
final class StoredVector {
    private final byte[] bytes;
    private final VectorPlace place;

    /** @param bytes of the vector, and possibly more behind it */
    StoredVector(byte[] bytes, VectorPlace place) {
        this.bytes = requireNonNull(bytes, "bytes is null");
        this.place = requireNonNull(place, "place is null");
    }

    DeletionVector decode() {
        if (bytes.length
                < DeletionVectorFormat.LENGTH_BYTES
                        + DeletionVectorFormat.MAGIC_BYTES
                        + DeletionVectorFormat.CHECKSUM_BYTES) {
            throw damage("only " + bytes.length + " bytes up to the end of the file");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int length = buffer.getInt();
        if (length < DeletionVectorFormat.MAGIC_BYTES
                || length > bytes.length - DeletionVectorFormat.LENGTH_BYTES - DeletionVectorFormat.CHECKSUM_BYTES) {
            throw damage("a length of " + length + " bytes");
        }
        DeletionVectorFormat format = formatOf(buffer);
        int listed =
                format.listedLength(length + DeletionVectorFormat.LENGTH_BYTES + DeletionVectorFormat.CHECKSUM_BYTES);
        if (listed != place.length()) {
            throw damage("a " + format + " vector of length " + listed + ", the index manifest says " + place.length());
        }
        requireChecksum(buffer, length);
        ByteBuffer bitmaps = buffer.slice(
                DeletionVectorFormat.LENGTH_BYTES + DeletionVectorFormat.MAGIC_BYTES,
                length - DeletionVectorFormat.MAGIC_BYTES);
        DeletionVector vector = DeletionVector.of(bitmaps(format, bitmaps.order(ByteOrder.LITTLE_ENDIAN)));
        requireCardinality(vector);
        return vector;
    }

    private DeletionVectorFormat formatOf(ByteBuffer buffer) {
        int magic = buffer.getInt(DeletionVectorFormat.LENGTH_BYTES);
        if (magic == DeletionVectorFormat.MAGIC_32) {
            return DeletionVectorFormat.BITMAP_32;
        }
        if (Integer.reverseBytes(magic) == DeletionVectorFormat.MAGIC_64) {
            return DeletionVectorFormat.BITMAP_64;
        }
        throw damage("the unknown magic number " + magic);
    }

    private void requireChecksum(ByteBuffer buffer, int length) {
        int stored = buffer.getInt(DeletionVectorFormat.LENGTH_BYTES + length);
        int computed = DeletionVectorFormat.checksum(bytes, DeletionVectorFormat.LENGTH_BYTES, length);
        if (stored != computed) {
            throw damage("checksum " + Integer.toHexString(stored) + ", its bytes have " + Integer.toHexString(computed)
                    + ": they were damaged after they were written");
        }
    }

    private SortedMap<Integer, RoaringBitmap> bitmaps(DeletionVectorFormat format, ByteBuffer from) {
        SortedMap<Integer, RoaringBitmap> found = new TreeMap<>();
        try {
            long count = format == DeletionVectorFormat.BITMAP_64 ? from.getLong() : 1;
            if (count < 0 || count > from.remaining()) {
                throw damage(count + " bitmaps");
            }
            for (long i = 0; i < count; i++) {
                int high = format == DeletionVectorFormat.BITMAP_64 ? from.getInt() : 0;
                if (high < 0 || found.put(high, bitmap(from)) != null) {
                    throw damage("a bitmap for the upper bits " + high + ", twice or out of range");
                }
            }
        } catch (BufferUnderflowException e) {
            throw damage("bitmaps that end too early", e);
        }
        if (from.hasRemaining()) {
            throw damage(from.remaining() + " bytes behind its bitmaps");
        }
        return found;
    }

    private RoaringBitmap bitmap(ByteBuffer from) {
        RoaringBitmap bitmap = new RoaringBitmap();
        boolean valid;
        try {
            bitmap.deserialize(from.slice().order(ByteOrder.LITTLE_ENDIAN));
            valid = bitmap.isEmpty() || bitmap.validate();
        } catch (IOException | RuntimeException e) {
            // The library answers to bytes that make no sense in many ways.
            throw damage("a bitmap that cannot be read", e);
        }
        int size = valid ? bitmap.serializedSizeInBytes() : -1;
        if (size < 0 || size > from.remaining()) {
            throw damage("a bitmap that is not in order");
        }
        from.position(from.position() + size);
        return bitmap;
    }

    private void requireCardinality(DeletionVector vector) {
        if (place.cardinality().isPresent() && place.cardinality().getAsLong() != vector.cardinality()) {
            throw damage(vector.cardinality() + " deleted rows, the index manifest says "
                    + place.cardinality().getAsLong());
        }
    }

    private CorruptTableException damage(String found) {
        return damage(found, null);
    }

    private CorruptTableException damage(String found, Throwable cause) {
        return new CorruptTableException(
                "deletion vector of data file " + place.dataFile() + " at " + place.offset() + " of " + place.file()
                        + " has " + found,
                cause);
    }
}

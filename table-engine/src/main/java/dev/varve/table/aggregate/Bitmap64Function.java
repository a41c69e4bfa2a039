package dev.varve.table.aggregate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * {@code rbm64}: the union of Roaring bitmaps of 64-bit numbers. The bytes are the library's own form, a radix tree of 48-bit high
 * parts, as Paimon Java writes it; the portable form of a map of 32-bit bitmaps is a different one.
 */
final class Bitmap64Function extends BinaryFunction {
    Bitmap64Function(AggregateColumn column) {
        super("rbm64", "Roaring bitmap of 64-bit numbers", column);
    }

    @Override
    byte[] union(byte[] older, byte[] newer) {
        Roaring64Bitmap union = read(older);
        union.or(read(newer));
        union.runOptimize();
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(union.serializedSizeInBytes()))
                .order(ByteOrder.LITTLE_ENDIAN);
        try {
            union.serialize(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        return bytes.array();
    }

    private Roaring64Bitmap read(byte[] bytes) {
        if (!Bitmap64Bytes.isWhole(bytes)) {
            throw damaged(bytes, "they claim more than there is");
        }
        Roaring64Bitmap bitmap = new Roaring64Bitmap();
        boolean valid;
        try {
            bitmap.deserialize(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            valid = bitmap.validate();
        } catch (IOException | RuntimeException e) {
            // The library answers damage with whatever its buffers throw.
            throw damaged(bytes, e);
        }
        if (!valid) {
            throw damaged(bytes, "its containers are not in order");
        }
        return bitmap;
    }
}

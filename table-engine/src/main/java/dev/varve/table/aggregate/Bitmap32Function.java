package dev.varve.table.aggregate;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.RoaringBitmap;

/** {@code rbm32}: the union of Roaring bitmaps of 32-bit numbers, in the portable serialized form. */
final class Bitmap32Function extends BinaryFunction {
    Bitmap32Function(AggregateColumn column) {
        super("rbm32", "Roaring bitmap of 32-bit numbers", column);
    }

    @Override
    byte[] union(byte[] older, byte[] newer) {
        RoaringBitmap union = read(older);
        union.or(read(newer));
        union.runOptimize();
        ByteBuffer bytes = ByteBuffer.allocate(union.serializedSizeInBytes());
        union.serialize(bytes);
        return bytes.array();
    }

    private RoaringBitmap read(byte[] bytes) {
        RoaringBitmap bitmap = new RoaringBitmap();
        try {
            bitmap.deserialize(ByteBuffer.wrap(bytes));
        } catch (IOException | RuntimeException e) {
            // The library answers damage with whatever its buffers throw.
            throw damaged(bytes, e);
        }
        if (!bitmap.validate()) {
            throw damaged(bytes, "its containers are not in order");
        }
        return bitmap;
    }
}

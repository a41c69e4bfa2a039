package dev.varve.table.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Encodings that few writers use. */
final class RareValues {
    private RareValues() {}

    /** BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes …; turned back into PLAIN at once. */
    static ValueSource byteStreamSplit(Slice page, int valueBytes, int fixedLength) {
        int count = page.length / valueBytes;
        if (count * valueBytes != page.length) {
            throw new IllegalStateException(page.length + " bytes are not split into " + valueBytes + " streams");
        }
        byte[] plain = new byte[page.length];
        int at = 0;
        for (int value = 0; value < count; value++) {
            for (int stream = 0; stream < valueBytes; stream++) {
                plain[at++] = page.bytes[page.offset + stream * count + value];
            }
        }
        return new PlainValues(new Slice(plain, 0, plain.length), fixedLength);
    }

    /** Booleans in RLE encoding: an int32 length, then runs of one bit. */
    static ValueSource booleanRuns(Slice page) {
        int length =
                ByteBuffer.wrap(page.bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(page.part(0, Integer.BYTES).offset);
        return new BooleanRuns(new HybridDecoder(page.part(Integer.BYTES, length), 1));
    }

    private static final class BooleanRuns extends ValueSource {
        private final HybridDecoder decoder;
        private int[] bits = new int[0];

        BooleanRuns(HybridDecoder decoder) {
            this.decoder = decoder;
        }

        @Override
        void booleans(boolean[] target, int from, int count) {
            if (bits.length < count) {
                bits = new int[count];
            }
            decoder.read(bits, 0, count);
            for (int i = 0; i < count; i++) {
                target[from + i] = bits[i] != 0;
            }
        }
    }
}

package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** RLE_DICTIONARY encoding: one byte with the bit width, then the values' positions in the column's dictionary. */
final class DictionaryValues extends ValueSource {
    private final Dictionary dictionary;
    private final HybridDecoder decoder;
    private int[] positions = new int[0];

    DictionaryValues(Slice source, Dictionary dictionary) {
        this.dictionary = dictionary;
        // A page of nulls only may have no bytes at all.
        this.decoder = source.length == 0
                ? new HybridDecoder(source, 0)
                : new HybridDecoder(source.from(1), source.bytes[source.offset]);
    }

    private int[] positions(int count) {
        if (positions.length < count) {
            positions = new int[count];
        }
        decoder.read(positions, 0, count);
        return positions;
    }

    @Override
    void skip(LeafVector vector, int count) {
        decoder.skip(count);
    }

    @Override
    void ints(int[] target, int from, int count) {
        int[] at = positions(count);
        int[] values = dictionary.ints;
        for (int i = 0; i < count; i++) {
            target[from + i] = values[at[i]];
        }
    }

    @Override
    void longs(long[] target, int from, int count) {
        int[] at = positions(count);
        long[] values = dictionary.longs;
        for (int i = 0; i < count; i++) {
            target[from + i] = values[at[i]];
        }
    }

    @Override
    void floats(float[] target, int from, int count) {
        int[] at = positions(count);
        float[] values = dictionary.floats;
        for (int i = 0; i < count; i++) {
            target[from + i] = values[at[i]];
        }
    }

    @Override
    void doubles(double[] target, int from, int count) {
        int[] at = positions(count);
        double[] values = dictionary.doubles;
        for (int i = 0; i < count; i++) {
            target[from + i] = values[at[i]];
        }
    }

    @Override
    void binaries(BinaryString[] target, int from, int count) {
        int[] at = positions(count);
        for (int i = 0; i < count; i++) {
            target[from + i] = dictionary.binary(at[i]);
        }
    }

    /**
     * The distinct values of a column in one row group; the one array of its type is filled. Byte arrays are made when they are
     * first wanted: of a large dictionary a few values may be. Safe for use by several threads, as it does not matter which of
     * two equal byte arrays is kept.
     */
    static final class Dictionary {
        private int[] ints;
        private long[] longs;
        private float[] floats;
        private double[] doubles;
        private BinaryString[] binaries;

        /** The page, and where each byte array begins in it. */
        private byte[] bytes;

        private int[] starts;
        private int[] lengths;

        /**
         * Decodes a dictionary page, which is PLAIN.
         *
         * @param fixedLength bytes of each byte array, or 0 if lengths are stored
         */
        Dictionary(PrimitiveTypeName type, int fixedLength, Slice page, int size) {
            // Every value has at least as many bytes as a reference, so damaged sizes cannot ask for more memory than
            // the page.
            if (size < 0 || size > page.length) {
                throw new IllegalStateException("a dictionary of " + size + " values in " + page.length + " bytes");
            }
            var values = new PlainValues(page, fixedLength);
            switch (type) {
                case INT32 -> {
                    ints = new int[size];
                    values.ints(ints, 0, size);
                }
                case INT64 -> {
                    longs = new long[size];
                    values.longs(longs, 0, size);
                }
                case FLOAT -> {
                    floats = new float[size];
                    values.floats(floats, 0, size);
                }
                case DOUBLE -> {
                    doubles = new double[size];
                    values.doubles(doubles, 0, size);
                }
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> findBinaries(page, fixedLength, size);
                case BOOLEAN -> throw new IllegalStateException("a dictionary of booleans");
            }
        }

        private void findBinaries(Slice page, int fixedLength, int size) {
            binaries = new BinaryString[size];
            starts = new int[size];
            lengths = new int[size];
            bytes = page.bytes;
            ByteBuffer buffer = ByteBuffer.wrap(bytes, page.offset, page.length).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < size; i++) {
                int length = fixedLength > 0 ? fixedLength : buffer.getInt();
                if (length < 0 || length > buffer.remaining()) {
                    throw new IndexOutOfBoundsException(
                            "a value of " + length + " bytes where " + buffer.remaining() + " are left");
                }
                starts[i] = buffer.position();
                lengths[i] = length;
                buffer.position(buffer.position() + length);
            }
        }

        private BinaryString binary(int position) {
            BinaryString value = binaries[position];
            if (value == null) {
                value = BinaryString.wrap(bytes, starts[position], lengths[position]);
                binaries[position] = value;
            }
            return value;
        }

        /** About how much memory it takes when all values were wanted. */
        long memoryBytes() {
            if (binaries != null) {
                return bytes.length + 48L * binaries.length;
            }
            return ints != null || floats != null
                    ? Integer.BYTES * (long) (ints != null ? ints.length : floats.length)
                    : Long.BYTES * (long) (longs != null ? longs.length : doubles.length);
        }
    }
}

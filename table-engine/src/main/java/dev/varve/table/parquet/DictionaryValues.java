package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** RLE_DICTIONARY encoding: one byte with the bit width, then the values' positions in the column's dictionary. */
final class DictionaryValues extends ValueSource {
    private static final int POSITIONS_PASSED_AT_ONCE = 1024;

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
        int left = count;
        while (left > 0) {
            int step = Math.min(left, POSITIONS_PASSED_AT_ONCE);
            positions(step);
            left -= step;
        }
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
        BinaryString[] values = dictionary.binaries;
        for (int i = 0; i < count; i++) {
            target[from + i] = values[at[i]];
        }
    }

    /** The distinct values of a column in one row group; the one array of its type is filled. */
    static final class Dictionary {
        private int[] ints;
        private long[] longs;
        private float[] floats;
        private double[] doubles;
        private BinaryString[] binaries;

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
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> {
                    binaries = new BinaryString[size];
                    values.binaries(binaries, 0, size);
                }
                case BOOLEAN -> throw new IllegalStateException("a dictionary of booleans");
            }
        }
    }
}

package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;

/**
 * The values of one page, without its nulls, in order. Each call takes the next {@code count} values and stores them from
 * {@code from} on; which of the methods may be called follows from the column's physical type. Confined to one thread.
 */
abstract class ValueSource {
    void booleans(boolean[] target, int from, int count) {
        throw wrongType();
    }

    void ints(int[] target, int from, int count) {
        throw wrongType();
    }

    void longs(long[] target, int from, int count) {
        throw wrongType();
    }

    void floats(float[] target, int from, int count) {
        throw wrongType();
    }

    void doubles(double[] target, int from, int count) {
        throw wrongType();
    }

    /** Byte arrays, also those of fixed length and INT96. They share memory with the page or the dictionary. */
    void binaries(BinaryString[] target, int from, int count) {
        throw wrongType();
    }

    /**
     * Passes over values.
     *
     * @param vector decodes values of the column; its slots are overwritten
     */
    void skip(LeafVector vector, int count) {
        vector.pass(this, count);
    }

    private IllegalStateException wrongType() {
        return new IllegalStateException(getClass().getSimpleName() + " has no values of this type");
    }
}

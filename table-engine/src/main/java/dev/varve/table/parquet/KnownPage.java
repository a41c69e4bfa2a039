package dev.varve.table.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/**
 * A decompressed data page of one column, kept because single rows of it are read again and again. Immutable.
 *
 * @param entries values and nulls
 * @param repetitions levels; empty if the column has none
 * @param definitions levels; empty if the column has none, or no value is null
 * @param values what follows the levels
 */
record KnownPage(int entries, int[] repetitions, int[] definitions, Slice values, Encoding encoding) {
    /** Takes copies of what is shared. */
    static KnownPage copyOf(int entries, int[] repetitions, int[] definitions, Slice values, Encoding encoding) {
        byte[] bytes = Arrays.copyOfRange(values.bytes, values.offset, values.end());
        return new KnownPage(
                entries,
                Arrays.copyOf(repetitions, Math.min(entries, repetitions.length)),
                Arrays.copyOf(definitions, Math.min(entries, definitions.length)),
                new Slice(bytes, 0, bytes.length),
                encoding);
    }

    /** Whether no value is null. */
    boolean isFull() {
        return definitions.length == 0;
    }

    boolean usesDictionary() {
        return PageReader.usesDictionary(encoding);
    }

    long memoryBytes() {
        return values.length + Integer.BYTES * ((long) repetitions.length + definitions.length);
    }
}

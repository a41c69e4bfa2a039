package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;

/**
 * The three delta encodings. Numbers are a {@link DeltaDecoder}'s; byte arrays have their lengths first and then their bytes,
 * and with shared prefixes the lengths of the prefixes before that.
 */
final class DeltaValues extends ValueSource {
    private final DeltaDecoder numbers;
    private final int[] prefixLengths;
    private final int[] lengths;
    private final Slice bytes;

    private int next;
    private int position;
    private BinaryString previous = BinaryString.EMPTY;

    private DeltaValues(DeltaDecoder numbers, int[] prefixLengths, int[] lengths, Slice bytes) {
        this.numbers = numbers;
        this.prefixLengths = prefixLengths;
        this.lengths = lengths;
        this.bytes = bytes;
    }

    /** DELTA_BINARY_PACKED. */
    static DeltaValues ofNumbers(Slice page) {
        return new DeltaValues(new DeltaDecoder(page), null, null, null);
    }

    /**
     * DELTA_LENGTH_BYTE_ARRAY.
     *
     * @param entries values and nulls of the page: there cannot be more lengths
     */
    static DeltaValues ofLengths(Slice page, int entries) {
        var lengths = new DeltaDecoder(page);
        return new DeltaValues(null, null, lengths.readAll(entries), lengths.rest());
    }

    /** DELTA_BYTE_ARRAY. */
    static DeltaValues ofPrefixes(Slice page, int entries) {
        var prefixes = new DeltaDecoder(page);
        int[] prefixLengths = prefixes.readAll(entries);
        var suffixes = new DeltaDecoder(prefixes.rest());
        return new DeltaValues(null, prefixLengths, suffixes.readAll(entries), suffixes.rest());
    }

    @Override
    void ints(int[] target, int from, int count) {
        for (int i = from; i < from + count; i++) {
            target[i] = (int) numbers.read();
        }
    }

    @Override
    void longs(long[] target, int from, int count) {
        for (int i = from; i < from + count; i++) {
            target[i] = numbers.read();
        }
    }

    @Override
    void binaries(BinaryString[] target, int from, int count) {
        for (int i = from; i < from + count; i++) {
            Slice suffix = bytes.part(position, lengths[next]);
            position += suffix.length;
            int prefixLength = prefixLengths == null ? 0 : prefixLengths[next];
            target[i] = prefixLength == 0
                    ? BinaryString.wrap(suffix.bytes, suffix.offset, suffix.length)
                    : join(prefixLength, suffix);
            previous = target[i];
            next++;
        }
    }

    private BinaryString join(int prefixLength, Slice suffix) {
        if (prefixLength < 0 || prefixLength > previous.length()) {
            throw new IndexOutOfBoundsException(
                    "a prefix of " + prefixLength + " bytes of a value of " + previous.length());
        }
        byte[] joined = new byte[Math.addExact(prefixLength, suffix.length)];
        System.arraycopy(previous.array(), previous.offset(), joined, 0, prefixLength);
        System.arraycopy(suffix.bytes, suffix.offset, joined, prefixLength, suffix.length);
        return BinaryString.wrap(joined);
    }
}

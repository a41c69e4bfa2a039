package dev.varve.table.parquet;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Timestamp;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;

/**
 * The values of a field that has a column of its own. {@link LeafReader} fills it part by part: it marks the nulls, has the
 * present values decoded without gaps, then spread to their slots.
 */
abstract class LeafVector extends ColumnVector {
    private boolean[] nulls = new boolean[0];
    private static final int VALUES_PASSED_AT_ONCE = 1024;

    private int size;

    @Override
    final int size() {
        return size;
    }

    @Override
    final boolean isNull(int slot) {
        return nulls[slot];
    }

    final void clear() {
        size = 0;
    }

    /** Clears and leaves slots out, whose content does not matter. */
    final void startAt(int slot) {
        size = 0;
        reserve(slot);
        size = slot;
    }

    /** Makes room for more slots and returns the array to mark the nulls in, from {@link #size} on. */
    final boolean[] reserve(int slots) {
        int needed = Math.addExact(size, slots);
        if (needed > nulls.length) {
            int length = grownLength(nulls.length, needed);
            nulls = Arrays.copyOf(nulls, length);
            resize(length);
        }
        return nulls;
    }

    /** Adds slots, whose nulls are marked, and decodes the given number of values for those that are not null. */
    final void append(ValueSource source, int slots, int values) {
        decode(source, size, values);
        if (values < slots) {
            int value = size + values - 1;
            for (int slot = size + slots - 1; value < slot; slot--) {
                if (!nulls[slot]) {
                    move(value--, slot);
                }
            }
        }
        size += slots;
    }

    /** Decodes values and forgets them, as well as all slots. */
    final void pass(ValueSource source, int count) {
        clear();
        int left = count;
        while (left > 0) {
            int step = Math.min(left, VALUES_PASSED_AT_ONCE);
            reserve(step);
            decode(source, 0, step);
            left -= step;
        }
    }

    /** Gives the value arrays a new length and keeps their content. */
    abstract void resize(int length);

    abstract void decode(ValueSource source, int from, int count);

    abstract void move(int from, int to);

    /** No values at all, where only the levels of a column are needed. */
    static final class Nothing extends LeafVector {
        @Override
        void resize(int length) {}

        @Override
        void decode(ValueSource source, int from, int count) {}

        @Override
        void move(int from, int to) {}
    }

    static final class Booleans extends LeafVector {
        private boolean[] values = new boolean[0];

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.booleans(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        boolean booleanAt(int slot) {
            return values[slot];
        }
    }

    /** TINYINT, SMALLINT, INT, DATE, TIME and DECIMAL in int32. */
    static final class Ints extends LeafVector {
        private int[] values = new int[0];

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.ints(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        byte byteAt(int slot) {
            return (byte) values[slot];
        }

        @Override
        short shortAt(int slot) {
            return (short) values[slot];
        }

        @Override
        int intAt(int slot) {
            return values[slot];
        }

        @Override
        Decimal decimalAt(int slot, int precision, int scale) {
            return Decimal.ofUnscaled(values[slot], precision, scale);
        }
    }

    /** BIGINT, and DECIMAL and timestamps in int64. */
    static final class Longs extends LeafVector {
        private final TimeUnit unit;
        private long[] values = new long[0];

        /** @param unit of timestamps; null for other types */
        Longs(TimeUnit unit) {
            this.unit = unit;
        }

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.longs(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        long longAt(int slot) {
            return values[slot];
        }

        @Override
        Decimal decimalAt(int slot, int precision, int scale) {
            return Decimal.ofUnscaled(values[slot], precision, scale);
        }

        @Override
        Timestamp timestampAt(int slot) {
            return switch (unit) {
                case MILLIS -> Timestamp.ofMillis(values[slot]);
                case MICROS -> Timestamp.ofMicros(values[slot]);
                case NANOS -> Timestamp.ofNanos(values[slot]);
            };
        }
    }

    static final class Floats extends LeafVector {
        private float[] values = new float[0];

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.floats(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        float floatAt(int slot) {
            return values[slot];
        }
    }

    static final class Doubles extends LeafVector {
        private double[] values = new double[0];

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.doubles(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        double doubleAt(int slot) {
            return values[slot];
        }
    }

    /** CHAR, VARCHAR, BINARY, VARBINARY. */
    static class Binaries extends LeafVector {
        private BinaryString[] values = new BinaryString[0];

        @Override
        void resize(int length) {
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.binaries(values, from, count);
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        final BinaryString stringAt(int slot) {
            return values[slot];
        }

        @Override
        final byte[] binaryAt(int slot) {
            return values[slot].toBytes();
        }
    }

    /** DECIMAL in byte arrays: big-endian two's complement of any length. */
    static final class BinaryDecimals extends LeafVector {
        private final int precision;
        private final int scale;
        private BinaryString[] encoded = new BinaryString[0];
        private Decimal[] values = new Decimal[0];

        BinaryDecimals(int precision, int scale) {
            this.precision = precision;
            this.scale = scale;
        }

        @Override
        void resize(int length) {
            encoded = Arrays.copyOf(encoded, length);
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.binaries(encoded, from, count);
            for (int i = from; i < from + count; i++) {
                BinaryString value = encoded[i];
                var unscaled = new BigInteger(value.array(), value.offset(), value.length());
                values[i] = Decimal.ofUnscaled(unscaled, precision, scale);
            }
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        Decimal decimalAt(int slot, int asPrecision, int asScale) {
            return values[slot];
        }
    }

    /** Timestamps in INT96. */
    static final class Int96Timestamps extends LeafVector {
        private BinaryString[] encoded = new BinaryString[0];
        private Timestamp[] values = new Timestamp[0];

        @Override
        void resize(int length) {
            encoded = Arrays.copyOf(encoded, length);
            values = Arrays.copyOf(values, length);
        }

        @Override
        void decode(ValueSource source, int from, int count) {
            source.binaries(encoded, from, count);
            for (int i = from; i < from + count; i++) {
                values[i] = Int96.read(encoded[i].array(), encoded[i].offset());
            }
        }

        @Override
        void move(int from, int to) {
            values[to] = values[from];
        }

        @Override
        Timestamp timestampAt(int slot) {
            return values[slot];
        }
    }
}

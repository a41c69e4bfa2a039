package dev.varve.table.parquet;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.format.ColumnStatistics;
import dev.varve.table.format.StatisticsMode;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.Values;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Writes a field that has a column of its own, in the physical form of its type, and collects the column's statistics. */
abstract class LeafWriter extends FieldWriter {
    private final ColumnDescriptor descriptor;
    private final StatisticsMode mode;
    private long nullCount;

    /** The column in the current row group. */
    ColumnWriter column;

    /** Definition level of a value that is present, the highest of the column. */
    final int definition;

    private LeafWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
        super(path, nullable);
        this.descriptor = path.column();
        this.mode = mode;
        this.definition = definition();
        Check.that(descriptor.getMaxDefinitionLevel() == definition, "definition level of %s: %s", path, definition);
        Check.that(descriptor.getMaxRepetitionLevel() == path.repetition(), "repetition level of %s", path);
    }

    static LeafWriter of(FieldPath path, DataType type, boolean nullable, StatisticsMode mode) {
        return switch (type.root()) {
            case BOOLEAN -> new BooleanWriter(path, nullable, mode);
            case TINYINT -> new TinyintWriter(path, nullable, mode);
            case SMALLINT -> new SmallintWriter(path, nullable, mode);
            case INT, DATE, TIME -> new IntWriter(path, nullable, mode);
            case BIGINT -> new LongWriter(path, nullable, mode);
            case FLOAT -> new FloatWriter(path, nullable, mode);
            case DOUBLE -> new DoubleWriter(path, nullable, mode);
            case CHAR, VARCHAR -> new StringWriter(path, nullable, mode);
            case BINARY, VARBINARY -> new BytesWriter(path, nullable, mode);
            case DECIMAL ->
                ((DecimalType) type).precision() <= DecimalType.MAX_COMPACT_PRECISION
                        ? new CompactDecimalWriter(path, (DecimalType) type, nullable, mode)
                        : new LargeDecimalWriter(path, (DecimalType) type, nullable, mode);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                ((PrecisionType) type).precision() <= 6
                        ? new LongTimestampWriter(path, ((PrecisionType) type).precision(), nullable, mode)
                        : new Int96Writer(path, ((PrecisionType) type).precision(), nullable, mode);
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
    }

    @Override
    final void attach(ColumnWriteStore store) {
        column = store.getColumnWriter(descriptor);
    }

    @Override
    final void writeNull(int repetition) {
        nullCount++;
        column.writeNull(repetition, nullDefinition);
    }

    @Override
    final void writeAbsent(int repetition, int absentDefinition) {
        column.writeNull(repetition, absentDefinition);
    }

    @Override
    final ColumnStatistics statistics() {
        return switch (mode.kind()) {
            case NONE -> ColumnStatistics.UNKNOWN;
            case COUNTS -> new ColumnStatistics(null, null, nullCount);
            case TRUNCATE, FULL -> bounds(mode, nullCount);
        };
    }

    /** Bounds in the form that the mode asks for. */
    abstract ColumnStatistics bounds(StatisticsMode boundsMode, long nulls);

    static boolean keepsBounds(StatisticsMode mode) {
        return mode.kind() == StatisticsMode.Kind.TRUNCATE || mode.kind() == StatisticsMode.Kind.FULL;
    }

    /** Columns whose bounds fit a {@code long}. */
    private abstract static class WholeNumberWriter extends LeafWriter {
        private final boolean bounded;
        private final LongFunction<Object> toInternal;
        private long min = Long.MAX_VALUE;
        private long max = Long.MIN_VALUE;

        WholeNumberWriter(FieldPath path, boolean nullable, StatisticsMode mode, LongFunction<Object> toInternal) {
            super(path, nullable, mode);
            this.bounded = keepsBounds(mode);
            this.toInternal = toInternal;
        }

        final void include(long value) {
            if (bounded) {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }

        @Override
        final ColumnStatistics bounds(StatisticsMode mode, long nulls) {
            return min > max
                    ? new ColumnStatistics(null, null, nulls)
                    : new ColumnStatistics(toInternal.apply(min), toInternal.apply(max), nulls);
        }
    }

    private static final class BooleanWriter extends WholeNumberWriter {
        BooleanWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> value != 0);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            boolean value = values.booleanAt(position);
            include(value ? 1 : 0);
            column.write(value, repetition, definition);
        }
    }

    private static final class TinyintWriter extends WholeNumberWriter {
        TinyintWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> (byte) value);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            int value = values.byteAt(position);
            include(value);
            column.write(value, repetition, definition);
        }
    }

    private static final class SmallintWriter extends WholeNumberWriter {
        SmallintWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> (short) value);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            int value = values.shortAt(position);
            include(value);
            column.write(value, repetition, definition);
        }
    }

    /** INT, DATE, TIME. */
    private static final class IntWriter extends WholeNumberWriter {
        IntWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> (int) value);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            int value = values.intAt(position);
            include(value);
            column.write(value, repetition, definition);
        }
    }

    private static final class LongWriter extends WholeNumberWriter {
        LongWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> value);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            long value = values.longAt(position);
            include(value);
            column.write(value, repetition, definition);
        }
    }

    /** DECIMAL of up to 18 digits: int32 or int64. */
    private static final class CompactDecimalWriter extends WholeNumberWriter {
        private final int precision;
        private final int scale;
        private final boolean isInt;

        CompactDecimalWriter(FieldPath path, DecimalType type, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, value -> Decimal.ofUnscaled(value, type.precision(), type.scale()));
            precision = type.precision();
            scale = type.scale();
            isInt = precision <= ParquetSchema.MAX_INT_DECIMAL_PRECISION;
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            long unscaled = values.decimalAt(position, precision, scale).unscaledLong();
            include(unscaled);
            if (isInt) {
                column.write(Math.toIntExact(unscaled), repetition, definition);
            } else {
                column.write(unscaled, repetition, definition);
            }
        }
    }

    /** TIMESTAMP and TIMESTAMP_LTZ of up to 6 digits: int64 of milliseconds or microseconds. */
    private static final class LongTimestampWriter extends WholeNumberWriter {
        private final int precision;
        private final boolean isMillis;

        LongTimestampWriter(FieldPath path, int precision, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode, precision <= 3 ? Timestamp::ofMillis : Timestamp::ofMicros);
            this.precision = precision;
            this.isMillis = precision <= 3;
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            Timestamp timestamp = values.timestampAt(position, precision);
            long value = isMillis ? timestamp.millis() : micros(timestamp);
            include(value);
            column.write(value, repetition, definition);
        }

        private long micros(Timestamp timestamp) {
            try {
                return timestamp.micros();
            } catch (ArithmeticException e) {
                throw new InvalidInputException(
                        "field '" + name() + "': the time " + timestamp.millis()
                                + " ms since 1970 is outside of the range of microseconds in 64 bits",
                        e);
            }
        }
    }

    /** Bounds in the order of {@link Double#compare}: NaN is the greatest value and zeros have a sign. */
    private abstract static class FractionWriter extends LeafWriter {
        private final boolean bounded;
        private boolean empty = true;
        private double min;
        private double max;

        FractionWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
            this.bounded = keepsBounds(mode);
        }

        final void include(double value) {
            if (!bounded) {
                return;
            }
            if (empty) {
                empty = false;
                min = value;
                max = value;
            } else if (Double.compare(value, min) < 0) {
                min = value;
            } else if (Double.compare(value, max) > 0) {
                max = value;
            }
        }

        @Override
        final ColumnStatistics bounds(StatisticsMode mode, long nulls) {
            return empty
                    ? new ColumnStatistics(null, null, nulls)
                    : new ColumnStatistics(toInternal(min), toInternal(max), nulls);
        }

        abstract Object toInternal(double bound);
    }

    private static final class FloatWriter extends FractionWriter {
        FloatWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            float value = values.floatAt(position);
            include(value);
            column.write(value, repetition, definition);
        }

        @Override
        Object toInternal(double bound) {
            return (float) bound;
        }
    }

    private static final class DoubleWriter extends FractionWriter {
        DoubleWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            double value = values.doubleAt(position);
            include(value);
            column.write(value, repetition, definition);
        }

        @Override
        Object toInternal(double bound) {
            return bound;
        }
    }

    private static final class StringWriter extends LeafWriter {
        private final TextBounds bounds;

        StringWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
            bounds = keepsBounds(mode) ? new TextBounds() : null;
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            BinaryString text = values.stringAt(position);
            if (bounds != null) {
                bounds.include(text);
            }
            // Parquet copies what it keeps of reused bytes: dictionary entries and page bounds.
            column.write(
                    Binary.fromReusedByteArray(text.array(), text.offset(), text.length()), repetition, definition);
        }

        @Override
        ColumnStatistics bounds(StatisticsMode mode, long nulls) {
            return bounds.statistics(mode, nulls);
        }
    }

    /** Columns without order in the statistics: only nulls are counted. */
    private abstract static class UnorderedWriter extends LeafWriter {
        UnorderedWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
        }

        @Override
        final ColumnStatistics bounds(StatisticsMode mode, long nulls) {
            return new ColumnStatistics(null, null, nulls);
        }
    }

    private static final class BytesWriter extends UnorderedWriter {
        BytesWriter(FieldPath path, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            column.write(Binary.fromReusedByteArray(values.binaryAt(position)), repetition, definition);
        }
    }

    /** TIMESTAMP and TIMESTAMP_LTZ of 7 to 9 digits. */
    private static final class Int96Writer extends UnorderedWriter {
        private final int precision;
        private final byte[] bytes = new byte[Int96.BYTES];
        private final Binary value = Binary.fromReusedByteArray(bytes);

        Int96Writer(FieldPath path, int precision, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
            this.precision = precision;
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            Int96.write(values.timestampAt(position, precision), bytes);
            column.write(value, repetition, definition);
        }
    }

    /** DECIMAL of 19 to 38 digits: big-endian two's complement of a fixed length. */
    private static final class LargeDecimalWriter extends LeafWriter {
        private final int precision;
        private final int scale;
        private final byte[] bytes;
        private final Binary value;
        private final boolean bounded;
        private BigInteger min;
        private BigInteger max;

        LargeDecimalWriter(FieldPath path, DecimalType type, boolean nullable, StatisticsMode mode) {
            super(path, nullable, mode);
            precision = type.precision();
            scale = type.scale();
            bytes = new byte[ParquetSchema.decimalBytes(precision)];
            value = Binary.fromReusedByteArray(bytes);
            bounded = keepsBounds(mode);
        }

        @Override
        void writeValue(Values values, int position, int repetition) {
            BigInteger unscaled = values.decimalAt(position, precision, scale).unscaledValue();
            if (bounded) {
                min = min == null ? unscaled : min.min(unscaled);
                max = max == null ? unscaled : max.max(unscaled);
            }
            byte[] shortest = unscaled.toByteArray();
            int padding = bytes.length - shortest.length;
            if (padding < 0) {
                throw new IllegalArgumentException(
                        "the decimal " + unscaled + " has more than " + precision + " digits");
            }
            Arrays.fill(bytes, 0, padding, (byte) (unscaled.signum() < 0 ? -1 : 0));
            System.arraycopy(shortest, 0, bytes, padding, shortest.length);
            column.write(value, repetition, definition);
        }

        @Override
        ColumnStatistics bounds(StatisticsMode mode, long nulls) {
            return min == null
                    ? new ColumnStatistics(null, null, nulls)
                    : new ColumnStatistics(
                            Decimal.ofUnscaled(min, precision, scale),
                            Decimal.ofUnscaled(max, precision, scale),
                            nulls);
        }
    }
}

package dev.varve.table.row;

import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.SimpleType;
import java.util.List;

/** Writes one non-null value of one type into its slot and, where it does not fit, a tail at the buffer's end. */
abstract class BinaryFieldWriter {
    private static final int LARGE_DECIMAL_BYTES = 16;

    /**
     * Writes the value at {@code position}.
     *
     * @param base where the enclosing row or array begins in the buffer; offsets count from there
     * @param slot where the value's fixed part lies in the buffer, already zero
     */
    abstract void write(BinaryBuffer buffer, int base, int slot, Values values, int position);

    /** Bytes of tail that even a null reserves in a row: they take part in the hash. */
    int reservedForNull() {
        return 0;
    }

    static BinaryFieldWriter of(DataType type) {
        if (type instanceof SimpleType simple) {
            return ofSimple(simple);
        } else if (type instanceof LengthType length) {
            return length.root().isCharacter() ? new StringWriter() : new BytesWriter();
        } else if (type instanceof DecimalType decimal) {
            return decimal.precision() <= DecimalType.MAX_COMPACT_PRECISION
                    ? new CompactDecimalWriter(decimal)
                    : new LargeDecimalWriter(decimal);
        } else if (type instanceof PrecisionType precision) {
            return ofPrecision(precision);
        } else if (type instanceof ArrayType array) {
            return new ArrayWriter(array.element());
        } else if (type instanceof MapType map) {
            return new MapWriter(map);
        } else if (type instanceof MultisetType multiset) {
            return new MapWriter(multiset.asMap());
        }
        return new RowWriter(((RowType) type).types());
    }

    private static BinaryFieldWriter ofSimple(SimpleType type) {
        return switch (type.root()) {
            case BOOLEAN ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putByte(slot, (byte) (values.booleanAt(position) ? 1 : 0));
                    }
                };
            case TINYINT ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putByte(slot, values.byteAt(position));
                    }
                };
            case SMALLINT ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putShort(slot, values.shortAt(position));
                    }
                };
            case BIGINT ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putLong(slot, values.longAt(position));
                    }
                };
            case FLOAT ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putInt(slot, Float.floatToRawIntBits(values.floatAt(position)));
                    }
                };
            case DOUBLE ->
                new BinaryFieldWriter() {
                    @Override
                    void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
                        buffer.putLong(slot, Double.doubleToRawLongBits(values.doubleAt(position)));
                    }
                };
            default -> new IntWriter();
        };
    }

    private static BinaryFieldWriter ofPrecision(PrecisionType type) {
        if (!type.root().isTimestamp()) {
            return new IntWriter();
        }
        return new TimestampWriter(type.precision());
    }

    private static long pack(int offset, int low) {
        return (long) offset << 32 | (low & 0xFFFF_FFFFL);
    }

    /** INT, DATE, TIME. */
    private static final class IntWriter extends BinaryFieldWriter {
        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            buffer.putInt(slot, values.intAt(position));
        }
    }

    private static void writeSlice(BinaryBuffer buffer, int base, int slot, byte[] source, int offset, int length) {
        if (length <= 7) {
            buffer.copy(source, offset, length, slot);
            buffer.putByte(slot + 7, (byte) (0x80 | length));
        } else {
            int tail = buffer.append(source, offset, length);
            buffer.putLong(slot, pack(tail - base, length));
        }
    }

    private static final class StringWriter extends BinaryFieldWriter {
        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            BinaryString text = values.stringAt(position);
            writeSlice(buffer, base, slot, text.array(), text.offset(), text.length());
        }
    }

    private static final class BytesWriter extends BinaryFieldWriter {
        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            byte[] bytes = values.binaryAt(position);
            writeSlice(buffer, base, slot, bytes, 0, bytes.length);
        }
    }

    private static final class CompactDecimalWriter extends BinaryFieldWriter {
        private final DecimalType type;

        CompactDecimalWriter(DecimalType type) {
            this.type = type;
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            buffer.putLong(
                    slot,
                    values.decimalAt(position, type.precision(), type.scale()).unscaledLong());
        }
    }

    private static final class LargeDecimalWriter extends BinaryFieldWriter {
        private final DecimalType type;

        LargeDecimalWriter(DecimalType type) {
            this.type = type;
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            byte[] unscaled = values.decimalAt(position, type.precision(), type.scale())
                    .unscaledValue()
                    .toByteArray();
            int tail = buffer.allocate(LARGE_DECIMAL_BYTES);
            buffer.copy(unscaled, 0, unscaled.length, tail);
            buffer.putLong(slot, pack(tail - base, unscaled.length));
        }

        @Override
        int reservedForNull() {
            return LARGE_DECIMAL_BYTES;
        }
    }

    private static final class TimestampWriter extends BinaryFieldWriter {
        private final int precision;

        TimestampWriter(int precision) {
            this.precision = precision;
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            Timestamp timestamp = values.timestampAt(position, precision);
            if (precision <= 3) {
                buffer.putLong(slot, timestamp.millis());
            } else {
                int tail = buffer.allocate(Long.BYTES);
                buffer.putLong(tail, timestamp.millis());
                buffer.putLong(slot, pack(tail - base, timestamp.nanoOfMillisecond()));
            }
        }

        @Override
        int reservedForNull() {
            return precision <= 3 ? 0 : Long.BYTES;
        }
    }

    private static final class ArrayWriter extends BinaryFieldWriter {
        private final BinaryFieldWriter element;
        private final int elementBytes;

        ArrayWriter(DataType elementType) {
            element = of(elementType);
            elementBytes = BinaryArray.elementBytes(elementType);
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            int at = buffer.size();
            int length = append(buffer, values.arrayAt(position));
            buffer.putLong(slot, pack(at - base, length));
        }

        /** Appends the array and returns its length, a multiple of 8. */
        int append(BinaryBuffer buffer, RowArray array) {
            int header = BinaryArray.headerBytes(array.size());
            int at = buffer.allocate(Bytes.roundUpToWord(header + elementBytes * array.size()));
            buffer.putInt(at, array.size());
            for (int i = 0; i < array.size(); i++) {
                if (array.isNull(i)) {
                    buffer.setBit(at + 4 + (i >>> 3), i & 7);
                } else {
                    element.write(buffer, at, at + header + elementBytes * i, array, i);
                }
            }
            return buffer.size() - at;
        }
    }

    private static final class MapWriter extends BinaryFieldWriter {
        private final ArrayWriter keys;
        private final ArrayWriter values;

        MapWriter(MapType type) {
            keys = new ArrayWriter(type.key());
            values = new ArrayWriter(type.value());
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values source, int position) {
            RowMap map = source.mapAt(position);
            int at = buffer.allocate(4);
            buffer.putInt(at, keys.append(buffer, map.keys()));
            values.append(buffer, map.values());
            int length = buffer.size() - at;
            buffer.allocate(Bytes.roundUpToWord(length) - length);
            buffer.putLong(slot, pack(at - base, length));
        }
    }

    private static final class RowWriter extends BinaryFieldWriter {
        private final BinaryFieldWriter[] writers;

        RowWriter(List<DataType> types) {
            writers = types.stream().map(BinaryFieldWriter::of).toArray(BinaryFieldWriter[]::new);
        }

        @Override
        void write(BinaryBuffer buffer, int base, int slot, Values values, int position) {
            int at = buffer.size();
            RowSerializer.writeRow(buffer, values.rowAt(position, writers.length), RowKind.INSERT, writers);
            buffer.putLong(slot, pack(at - base, buffer.size() - at));
        }
    }
}

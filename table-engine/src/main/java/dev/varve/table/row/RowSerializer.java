package dev.varve.table.row;

import dev.varve.table.type.DataType;
import dev.varve.table.type.RowType;
import java.util.List;

/**
 * Writes rows of one type in binary form (format page: binary rows). Reuses its buffer: confined to one thread.
 */
public final class RowSerializer {
    private final int arity;
    private final BinaryFieldWriter[] writers;
    private final BinaryBuffer buffer = new BinaryBuffer();
    private final BinaryRow view;

    public RowSerializer(RowType type) {
        this(type.types());
    }

    public RowSerializer(List<? extends DataType> types) {
        arity = types.size();
        writers = new BinaryFieldWriter[arity];
        for (int i = 0; i < arity; i++) {
            writers[i] = BinaryFieldWriter.of(types.get(i));
        }
        view = new BinaryRow(arity);
    }

    /** The row in binary form as a copy of its own, with the row's kind in the header. */
    public BinaryRow toBinary(Row row) {
        return toBinary(row, row.kind());
    }

    /** Like {@link #toBinary(Row)} with another kind; stored keys, partitions and statistics always have kind +I. */
    public BinaryRow toBinary(Row row, RowKind kind) {
        write(row, kind);
        return view.copy();
    }

    /** The row in this serializer's own buffer: valid until the next call. */
    public BinaryRow lend(Row row, RowKind kind) {
        write(row, kind);
        return view;
    }

    private void write(Row row, RowKind kind) {
        if (row.arity() != arity) {
            throw new IllegalArgumentException("a row of " + row.arity() + " fields where " + arity + " are expected");
        }
        buffer.reset();
        writeRow(buffer, row, kind, writers);
        view.pointTo(buffer.bytes(), 0, buffer.size());
    }

    /** Writes a row at the buffer's end; offsets count from there. */
    static void writeRow(BinaryBuffer buffer, Row row, RowKind kind, BinaryFieldWriter[] writers) {
        int header = BinaryRow.headerBytes(writers.length);
        int base = buffer.allocate(header + 8 * writers.length);
        buffer.putByte(base, kind.code());
        for (int i = 0; i < writers.length; i++) {
            int slot = base + header + 8 * i;
            if (row.isNull(i)) {
                int bit = 8 + i;
                buffer.setBit(base + (bit >>> 3), bit & 7);
                int reserved = writers[i].reservedForNull();
                if (reserved > 0) {
                    buffer.putLong(slot, (long) (buffer.size() - base) << 32);
                    buffer.allocate(reserved);
                }
            } else {
                writers[i].write(buffer, base, slot, row, i);
            }
        }
    }
}

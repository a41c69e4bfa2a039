package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import dev.varve.table.format.RowFileReader;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowSerializer;
import dev.varve.table.type.RowType;
import java.util.Arrays;

/**
 * Lends the rows of a file as strictly as the contract allows: one row over one buffer, overwritten with rubbish as soon as the
 * reader moves on or is closed. Whoever keeps a reference too long sees damaged rows at once.
 */
public final class LendingRowFileReader implements RowFileReader {
    private final RowFileReader reader;
    private final RowSerializer serializer;
    private final BinaryRow lent;
    private byte[] buffer = new byte[0];

    public LendingRowFileReader(RowFileReader reader, RowType type) {
        this.reader = requireNonNull(reader, "reader is null");
        this.serializer = new RowSerializer(type);
        this.lent = new BinaryRow(type.arity());
    }

    @Override
    public boolean advance() {
        Arrays.fill(buffer, (byte) 0x5A);
        if (!reader.advance()) {
            return false;
        }
        byte[] bytes = serializer.toBinary(reader.row()).toBytes();
        if (buffer.length < bytes.length) {
            buffer = new byte[2 * bytes.length];
        }
        System.arraycopy(bytes, 0, buffer, 0, bytes.length);
        lent.pointTo(buffer, 0, bytes.length);
        return true;
    }

    @Override
    public Row row() {
        return lent;
    }

    @Override
    public long position() {
        return reader.position();
    }

    @Override
    public void close() {
        Arrays.fill(buffer, (byte) 0x5A);
        reader.close();
    }
}

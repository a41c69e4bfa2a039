package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import dev.varve.table.datafile.KeyValueLayout;
import dev.varve.table.error.Check;
import dev.varve.table.merge.KeyValueReader;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.ProjectedRow;
import dev.varve.table.row.RowSerializer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Lends versions as strictly as the contract allows: one {@link KeyValue}, one row, one buffer, overwritten with rubbish as soon
 * as the reader moves on or is closed. Whoever keeps a reference too long sees damaged rows at once.
 */
public final class LendingReader implements KeyValueReader {
    private final Iterator<KeyValue> versions;
    private final RowSerializer serializer;
    private final BinaryRow row;
    private final ProjectedRow key;
    private final KeyValue lent = new KeyValue();
    private byte[] buffer = new byte[0];
    private boolean closed;

    public LendingReader(KeyValueLayout layout, List<KeyValue> versions) {
        this.versions = requireNonNull(versions, "versions is null").iterator();
        this.serializer = new RowSerializer(layout.valueType());
        this.row = new BinaryRow(layout.valueType().arity());
        this.key = layout.newKeyView().over(row);
    }

    @Override
    public boolean advance() {
        Check.that(!closed, "advance after close");
        spoil();
        if (!versions.hasNext()) {
            return false;
        }
        KeyValue version = versions.next();
        byte[] bytes = serializer.toBinary(version.value()).toBytes();
        if (buffer.length < bytes.length) {
            buffer = new byte[2 * bytes.length];
        }
        System.arraycopy(bytes, 0, buffer, 0, bytes.length);
        row.pointTo(buffer, 0, bytes.length);
        lent.replace(key, version.sequence(), version.kind(), row);
        return true;
    }

    private void spoil() {
        Arrays.fill(buffer, (byte) 0x5A);
        lent.replace(null, Long.MIN_VALUE, null, null);
    }

    @Override
    public KeyValue current() {
        return lent;
    }

    @Override
    public void close() {
        closed = true;
        spoil();
    }

    public boolean isClosed() {
        return closed;
    }
}

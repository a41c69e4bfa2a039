package dev.varve.table.memtable;

import dev.varve.table.row.BinaryRow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One version as bytes, in memory and in spill files.
 *
 * <pre>
 * length    int32   bytes of the row
 * sequence  int64
 * row       binary row, the version's kind in its header
 * </pre>
 */
final class Entry {
    static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Entry() {}

    /** Bytes that a version with this row takes. */
    static int lengthOf(BinaryRow row) {
        return Math.addExact(HEADER_BYTES, row.sizeInBytes());
    }

    static void write(byte[] bytes, int at, long sequence, BinaryRow row) {
        INT.set(bytes, at, row.sizeInBytes());
        LONG.set(bytes, at + Integer.BYTES, sequence);
        System.arraycopy(row.array(), row.offset(), bytes, at + HEADER_BYTES, row.sizeInBytes());
    }

    /** Bytes of the entry at this place. */
    static int length(byte[] bytes, int at) {
        return HEADER_BYTES + (int) INT.get(bytes, at);
    }

    static long sequence(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at + Integer.BYTES);
    }

    /** Points a view at the row of the entry at this place. */
    static BinaryRow row(BinaryRow view, byte[] bytes, int at) {
        return view.pointTo(bytes, at + HEADER_BYTES, (int) INT.get(bytes, at));
    }
}

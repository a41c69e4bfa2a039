package dev.varve.table.parquet;

import dev.varve.table.row.Timestamp;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Timestamps of 7 to 9 digits as 12 bytes: nanoseconds of the day int64 LE, Julian day int32 LE, in UTC.
 *
 * <p>The writer divides towards zero, as the reference implementation does: for an instant before 1970 that is not at midnight
 * the nanoseconds are negative and the day is one too high. The reader adds both with their signs, which undoes this and also
 * reads files of writers that divide towards the past (format page data files, type mapping).
 */
final class Int96 {
    static final int BYTES = 12;

    private static final long MILLIS_PER_DAY = 86_400_000L;
    private static final long EPOCH_JULIAN_DAY = 2_440_588L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Int96() {}

    static void write(Timestamp timestamp, byte[] target) {
        long day = timestamp.millis() / MILLIS_PER_DAY + EPOCH_JULIAN_DAY;
        long nanos = timestamp.millis() % MILLIS_PER_DAY * NANOS_PER_MILLI + timestamp.nanoOfMillisecond();
        LONG.set(target, 0, nanos);
        INT.set(target, 8, (int) day);
    }

    static Timestamp read(byte[] bytes, int offset) {
        long nanos = (long) LONG.get(bytes, offset);
        long day = (int) INT.get(bytes, offset + 8) - EPOCH_JULIAN_DAY;
        long millis = day * MILLIS_PER_DAY + Math.floorDiv(nanos, NANOS_PER_MILLI);
        return new Timestamp(millis, (int) Math.floorMod(nanos, NANOS_PER_MILLI));
    }
}

package dev.varve.table.row;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * A point in time in nanoseconds: a local date-time as if in UTC for TIMESTAMP, an instant for TIMESTAMP_LTZ.
 *
 * @param millis milliseconds since the epoch, rounded towards the past
 * @param nanoOfMillisecond 0 to 999,999
 */
public record Timestamp(long millis, int nanoOfMillisecond) implements Comparable<Timestamp> {
    public Timestamp {
        if (nanoOfMillisecond < 0 || nanoOfMillisecond > 999_999) {
            throw new IllegalArgumentException("nanoOfMillisecond " + nanoOfMillisecond);
        }
    }

    public static Timestamp ofMillis(long millis) {
        return new Timestamp(millis, 0);
    }

    public static Timestamp ofMicros(long micros) {
        return new Timestamp(Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1000);
    }

    public static Timestamp ofNanos(long nanos) {
        return new Timestamp(Math.floorDiv(nanos, 1_000_000L), (int) Math.floorMod(nanos, 1_000_000L));
    }

    public static Timestamp of(Instant instant) {
        return new Timestamp(
                Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1000L), instant.getNano() / 1_000_000),
                instant.getNano() % 1_000_000);
    }

    public static Timestamp of(LocalDateTime dateTime) {
        return of(dateTime.toInstant(ZoneOffset.UTC));
    }

    /** Microseconds since the epoch, rounded towards the past. */
    public long micros() {
        int microsOfMilli = nanoOfMillisecond / 1000;
        // Towards zero first, so that the smallest number of microseconds does not overflow on the way.
        return millis >= 0
                ? Math.addExact(Math.multiplyExact(millis, 1000L), microsOfMilli)
                : Math.addExact(Math.multiplyExact(millis + 1, 1000L), microsOfMilli - 1000);
    }

    public Instant toInstant() {
        return Instant.ofEpochSecond(
                Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000L) * 1_000_000L + nanoOfMillisecond);
    }

    public LocalDateTime toLocalDateTime() {
        return LocalDateTime.ofInstant(toInstant(), ZoneOffset.UTC);
    }

    /** Cut to the given number of digits of the second's fraction, towards the past. */
    public Timestamp truncate(int precision) {
        if (precision >= 9) {
            return this;
        }
        if (precision > 3) {
            int unit = 1;
            for (int digits = precision; digits < 9; digits++) {
                unit *= 10;
            }
            return new Timestamp(millis, nanoOfMillisecond - nanoOfMillisecond % unit);
        }
        long unit = 1;
        for (int digits = precision; digits < 3; digits++) {
            unit *= 10;
        }
        return new Timestamp(millis - Math.floorMod(millis, unit), 0);
    }

    @Override
    public int compareTo(Timestamp other) {
        int byMillis = Long.compare(millis, other.millis);
        return byMillis != 0 ? byMillis : Integer.compare(nanoOfMillisecond, other.nanoOfMillisecond);
    }

    @Override
    public String toString() {
        return toLocalDateTime().toString();
    }
}

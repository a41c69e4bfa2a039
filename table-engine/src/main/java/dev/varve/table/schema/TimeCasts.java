package dev.varve.table.schema;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Casts between dates, times, timestamps and epoch seconds. A TIMESTAMP is a local date-time, a TIMESTAMP_LTZ an instant; the
 * zone leads from one to the other. Rounding is towards the past, except that epoch seconds are cut towards zero.
 */
final class TimeCasts {
    static final long MILLIS_PER_DAY = 86_400_000L;

    private TimeCasts() {}

    /** From timestamps: the date part. */
    static ValueCast toDate(DataType from, ZoneId zone) {
        return toLocal(from, zone).then(value -> (int) Math.floorDiv(((Timestamp) value).millis(), MILLIS_PER_DAY));
    }

    /** From timestamps: the time part in milliseconds. */
    static ValueCast toTime(DataType from, ZoneId zone) {
        return toLocal(from, zone).then(value -> (int) Math.floorMod(((Timestamp) value).millis(), MILLIS_PER_DAY));
    }

    /** From dates, times, timestamps and epoch seconds. */
    static ValueCast toTimestamp(DataType from, PrecisionType to, ZoneId zone) {
        ValueCast cut = value -> ((Timestamp) value).truncate(to.precision());
        boolean toInstant = to.root() == TypeRoot.TIMESTAMP_LTZ;
        return switch (from.root()) {
            case INT, BIGINT -> value -> ofEpochSeconds(((Number) value).longValue());
            case TIME -> {
                ValueCast onFirstDay = value -> Timestamp.ofMillis((Integer) value);
                yield onFirstDay.then(cut);
            }
            case DATE -> {
                ValueCast midnight = value -> Timestamp.ofMillis((Integer) value * MILLIS_PER_DAY);
                yield toInstant ? midnight.then(value -> toInstant((Timestamp) value, zone)) : midnight;
            }
            case TIMESTAMP -> toInstant ? cut.then(value -> toInstant((Timestamp) value, zone)) : cut;
            default -> toInstant ? cut : toLocal(from, zone).then(cut);
        };
    }

    /** From timestamps: INT or BIGINT seconds since the epoch; INT wraps. */
    static ValueCast toEpochSeconds(DataType to) {
        return to.root() == TypeRoot.INT
                ? value -> (int) (((Timestamp) value).millis() / 1000)
                : value -> ((Timestamp) value).millis() / 1000;
    }

    /** The local date-time of a TIMESTAMP_LTZ in the zone; a TIMESTAMP is one already. */
    static ValueCast toLocal(DataType from, ZoneId zone) {
        return from.root() == TypeRoot.TIMESTAMP_LTZ
                ? value -> Timestamp.of(LocalDateTime.ofInstant(((Timestamp) value).toInstant(), zone))
                : ValueCast.SAME;
    }

    static Timestamp toInstant(Timestamp local, ZoneId zone) {
        return Timestamp.of(local.toLocalDateTime().atZone(zone).toInstant());
    }

    private static Timestamp ofEpochSeconds(long seconds) {
        try {
            return Timestamp.ofMillis(Math.multiplyExact(seconds, 1000L));
        } catch (ArithmeticException e) {
            throw new InvalidInputException("seconds since 1970 are out of the range of timestamps", e);
        }
    }
}

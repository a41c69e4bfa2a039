package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.TemporalParser;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/**
 * Reads values of one type as local date and time: dates are their midnight; timestamps are as they are; timestamps with local
 * time zone and numbers since the epoch are moments, read in a zone; texts are parsed, with an offset as moments. Immutable.
 */
abstract class Moments {
    private static final long MAX_SECOND = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);
    private static final long MIN_SECOND = LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC);

    /** Seconds since 1970-01-01 00:00:00 of the local time, rounded towards the past; within the range of {@link LocalDateTime}. */
    abstract long epochSecond(Object value);

    /** Nanoseconds after that second. */
    int nano(Object value) {
        return 0;
    }

    /**
     * How values of the type are read.
     *
     * @param digits of a second that numbers count in; only for numbers and texts that are numbers
     * @param function for errors
     * @throws InvalidInputException if values of the type are no dates
     */
    static Moments of(DataType type, OptionalInt digits, ZoneId zone, Function function) {
        if (digits.isPresent() && !type.root().isInteger() && !type.root().isCharacter() && !isWholeDecimal(type)) {
            throw new InvalidInputException(function.usage() + ": the column is " + type
                    + ", but digits say what numbers count; leave them out");
        }
        return switch (type.root()) {
            case DATE -> new OfDate();
            case TIMESTAMP -> new OfTimestamp(null);
            case TIMESTAMP_LTZ -> new OfTimestamp(zone);
            case TINYINT, SMALLINT, INT, BIGINT -> new OfNumber(digits.orElse(0), zone);
            case CHAR, VARCHAR -> digits.isPresent() ? new OfNumber(digits.getAsInt(), zone) : new OfText(zone);
            case DECIMAL -> {
                if (isWholeDecimal(type)) {
                    yield new OfNumber(digits.orElse(0), zone);
                }
                throw refused(type, function);
            }
            case BOOLEAN, FLOAT, DOUBLE, BINARY, VARBINARY, TIME, ARRAY, MAP, MULTISET, ROW ->
                throw refused(type, function);
        };
    }

    /** The same for functions that need no date. */
    static Moments withTimesOfDay(DataType type, OptionalInt digits, ZoneId zone, Function function) {
        return switch (type.root()) {
            case TIME -> new OfTimeOfDay();
            default -> of(type, digits, zone, function);
        };
    }

    private static boolean isWholeDecimal(DataType type) {
        return type instanceof DecimalType decimal && decimal.scale() == 0;
    }

    private static InvalidInputException refused(DataType type, Function function) {
        return new InvalidInputException(function.usage() + ": the column is " + type.asNullable()
                + ", expected a date, a timestamp, a number since the epoch, or a text of a date or timestamp");
    }

    /** The local time of a moment. */
    static long local(long epochSecond, ZoneId zone) {
        requireRange(epochSecond);
        if (zone instanceof ZoneOffset fixed) {
            return epochSecond + fixed.getTotalSeconds();
        }
        return epochSecond
                + zone.getRules().getOffset(Instant.ofEpochSecond(epochSecond)).getTotalSeconds();
    }

    private static long requireRange(long epochSecond) {
        // A day less on both sides leaves room for offsets.
        if (epochSecond > MAX_SECOND - DateParts.SECONDS_PER_DAY
                || epochSecond < MIN_SECOND + DateParts.SECONDS_PER_DAY) {
            throw new InvalidInputException("the moment is out of the range of dates");
        }
        return epochSecond;
    }

    private static final class OfDate extends Moments {
        @Override
        long epochSecond(Object value) {
            return (Integer) value * (long) DateParts.SECONDS_PER_DAY;
        }
    }

    private static final class OfTimeOfDay extends Moments {
        @Override
        long epochSecond(Object value) {
            return (Integer) value / 1000;
        }
    }

    private static final class OfTimestamp extends Moments {
        /** Null for local times. */
        private final ZoneId zone;

        OfTimestamp(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        long epochSecond(Object value) {
            long second = Math.floorDiv(((Timestamp) value).millis(), 1000L);
            return zone == null ? requireRange(second) : local(second, zone);
        }

        @Override
        int nano(Object value) {
            Timestamp timestamp = (Timestamp) value;
            return (int) Math.floorMod(timestamp.millis(), 1000L) * 1_000_000 + timestamp.nanoOfMillisecond();
        }
    }

    private static final class OfNumber extends Moments {
        private final long perSecond;
        private final ZoneId zone;

        OfNumber(int digits, ZoneId zone) {
            this.perSecond = switch (digits) {
                case 0 -> 1;
                case 3 -> 1_000;
                case 6 -> 1_000_000;
                default -> 1_000_000_000;
            };
            this.zone = zone;
        }

        @Override
        long epochSecond(Object value) {
            return local(Math.floorDiv(number(value), perSecond), zone);
        }

        @Override
        int nano(Object value) {
            return (int) (Math.floorMod(number(value), perSecond) * (1_000_000_000 / perSecond));
        }

        private static long number(Object value) {
            if (value instanceof Number number) {
                return number.longValue();
            }
            try {
                return value instanceof Decimal decimal
                        ? decimal.toBigDecimal().longValueExact()
                        : Long.parseLong(value.toString().strip());
            } catch (ArithmeticException | NumberFormatException e) {
                // Not the cause: its message would hold the value.
                throw new InvalidInputException("the value is no whole number of 64 bits");
            }
        }
    }

    private static final class OfText extends Moments {
        private final ZoneId zone;

        OfText(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        long epochSecond(Object value) {
            return Math.floorDiv(read(value).millis(), 1000L);
        }

        @Override
        int nano(Object value) {
            Timestamp timestamp = read(value);
            return (int) Math.floorMod(timestamp.millis(), 1000L) * 1_000_000 + timestamp.nanoOfMillisecond();
        }

        private Timestamp read(Object value) {
            TemporalParser.DateTime parsed = TemporalParser.dateTime(value.toString());
            if (parsed.offset().isEmpty()) {
                return parsed.asLocal();
            }
            Timestamp moment = parsed.in(ZoneOffset.UTC);
            long second = Math.floorDiv(moment.millis(), 1000L);
            return new Timestamp(moment.millis() + (local(second, zone) - second) * 1000, moment.nanoOfMillisecond());
        }
    }
}

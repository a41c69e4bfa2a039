package dev.varve.connect.expression;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Timestamp;
import dev.varve.table.schema.TextValues;
import dev.varve.table.type.DataType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalInt;

/**
 * Values of one type as values of another: between dates and timestamps as times, all others as their text is read in the new type.
 * Numbers lose their fraction in an integer type, timestamps the digits that the new type does not have; a text never loses
 * characters, and a number that is too large has no result.
 */
final class Cast {
    private Cast() {}

    /** @throws InvalidInputException if there is no such cast */
    static ValueFunction between(DataType from, DataType to, ZoneId zone) {
        if (from.sameIgnoringNullability(to) || (from.root().isCharacter() && isUnbounded(to))) {
            return value -> value;
        }
        if (to.root().isNested() || to.root().isBinary()) {
            throw new InvalidInputException("values of type " + from.asNullable() + " cannot be cast to " + to);
        }
        return switch (to.root()) {
            case CHAR, VARCHAR -> toText(from, (LengthType) to, zone);
            case DATE, TIMESTAMP, TIMESTAMP_LTZ -> toMoment(from, to, zone);
            default -> {
                ValueFunction text = Texts.of(from, zone);
                yield value -> parsed(text.apply(value).toString(), to, zone);
            }
        };
    }

    private static boolean isUnbounded(DataType type) {
        return type instanceof LengthType text
                && text.root() == TypeRoot.VARCHAR
                && text.length() == LengthType.MAX_LENGTH;
    }

    private static Object parsed(String text, DataType type, ZoneId zone) {
        return TextValues.parse(text, type, zone)
                .orElseThrow(() -> new InvalidInputException("the value is out of the range of " + type.asNullable()));
    }

    private static ValueFunction toText(DataType from, LengthType to, ZoneId zone) {
        ValueFunction text = Texts.of(from, zone);
        if (isUnbounded(to)) {
            return text;
        }
        return value -> {
            BinaryString result = (BinaryString) text.apply(value);
            if (result.length() > to.length() && result.codePoints(to.length() + 1) > to.length()) {
                throw new InvalidInputException("the text is longer than " + to.asNullable() + " holds");
            }
            return to.root() == TypeRoot.CHAR ? parsed(result.toString(), to, zone) : result;
        };
    }

    private static ValueFunction toMoment(DataType from, DataType to, ZoneId zone) {
        OptionalInt digits = from.root().isInteger() && to instanceof PrecisionType timestamp
                ? OptionalInt.of(unit(timestamp.precision()))
                : OptionalInt.empty();
        if (from.root().isInteger() && digits.isEmpty()) {
            return value -> parsed(value.toString(), to, zone);
        }
        Moments moments = Moments.of(from, digits, zone, Function.CAST);
        return switch (to.root()) {
            case DATE -> value -> (int) Math.floorDiv(moments.epochSecond(value), (long) DateParts.SECONDS_PER_DAY);
            case TIMESTAMP -> {
                int precision = ((PrecisionType) to).precision();
                yield value -> timestamp(moments, value).truncate(precision);
            }
            default -> {
                int precision = ((PrecisionType) to).precision();
                yield value -> moment(timestamp(moments, value), zone).truncate(precision);
            }
        };
    }

    /** Numbers count in the digits of the type, as everywhere where a timestamp comes as a number. */
    private static int unit(int precision) {
        return precision == 0 ? 0 : precision <= 3 ? 3 : precision <= 6 ? 6 : 9;
    }

    private static Timestamp timestamp(Moments moments, Object value) {
        int nano = moments.nano(value);
        try {
            return new Timestamp(
                    Math.addExact(Math.multiplyExact(moments.epochSecond(value), 1000L), nano / 1_000_000),
                    nano % 1_000_000);
        } catch (ArithmeticException e) {
            throw new InvalidInputException("the moment is out of the range of timestamps", e);
        }
    }

    /** The local time of a moment. */
    static Timestamp local(Timestamp moment, ZoneId zone) {
        long second = Math.floorDiv(moment.millis(), 1000L);
        return new Timestamp(
                moment.millis() + (Moments.local(second, zone) - second) * 1000, moment.nanoOfMillisecond());
    }

    /** The moment of a local time. */
    private static Timestamp moment(Timestamp local, ZoneId zone) {
        if (zone instanceof ZoneOffset fixed) {
            return new Timestamp(local.millis() - fixed.getTotalSeconds() * 1000L, local.nanoOfMillisecond());
        }
        LocalDateTime time = local.toLocalDateTime();
        return Timestamp.of(time.atZone(zone).toInstant());
    }
}

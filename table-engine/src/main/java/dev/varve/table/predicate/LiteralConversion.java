package dev.varve.table.predicate;

import dev.varve.table.error.Check;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.TemporalParser;
import dev.varve.table.row.TemporalParser.DateTime;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.TypeRoot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/**
 * Turns what is written in a condition into a value of a column's type, exactly: where the type does not have the value, into the
 * greatest one below it, so that comparisons still mean what is written ({@code i < 1.5} is {@code i <= 1}). Only FLOAT and DOUBLE
 * take the value that is nearest, as everywhere in SQL. Immutable.
 */
final class LiteralConversion {
    private static final int LARGEST_EXPONENT = 9999;

    /** Reading a number takes time that grows with the square of its length. */
    private static final int MAX_NUMBER_LENGTH = 1000;

    private final ZoneId zone;

    /**
     * A value of a column's type.
     *
     * @param value what was written, or else the greatest value below it; empty if all values are above it
     * @param exact whether it is what was written
     */
    record Converted(Optional<Literal> value, boolean exact) {
        static Converted exact(DataType type, Object value) {
            return new Converted(Optional.of(Literal.of(type, value)), true);
        }

        static Converted below(DataType type, Object value) {
            return new Converted(Optional.of(Literal.of(type, value)), false);
        }

        static Converted of(DataType type, Object value, boolean exact) {
            return exact ? exact(type, value) : below(type, value);
        }

        static Converted belowAll() {
            return new Converted(Optional.empty(), false);
        }
    }

    /** A number as it is written: a decimal has no negative zero. */
    record Number(String text, BigDecimal value) {
        /** @throws InvalidInputException if the text is no number */
        static Number parse(String text) {
            String stripped = text.strip();
            if (stripped.length() > MAX_NUMBER_LENGTH) {
                throw new InvalidInputException("a number of more than " + MAX_NUMBER_LENGTH + " characters");
            }
            try {
                BigDecimal value = new BigDecimal(stripped);
                if (Math.abs((long) value.scale()) > LARGEST_EXPONENT) {
                    throw new InvalidInputException("the exponent is larger than " + LARGEST_EXPONENT);
                }
                return new Number(stripped, value);
            } catch (NumberFormatException e) {
                throw new InvalidInputException("the text is not a number such as 12.5 or 1e10", e);
            }
        }

        private boolean isNegativeZero() {
            return value.signum() == 0 && text.startsWith("-");
        }
    }

    /** @param zone of local times that are compared with instants */
    LiteralConversion(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Converts a value.
     *
     * @param written a {@link Number}, String, Boolean, byte[], LocalDate, LocalTime or {@link DateTime}
     * @throws InvalidInputException if the value is of another kind than the column
     */
    Converted convert(Object written, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> Converted.exact(type, toBoolean(written));
            case TINYINT -> integer(written, type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(written, type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(written, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(written, type, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT, DOUBLE -> floating(written, type);
            case DECIMAL -> decimal(written, (DecimalType) type);
            case CHAR, VARCHAR -> Converted.exact(type, BinaryString.of(toText(written)));
            case BINARY, VARBINARY -> Converted.exact(type, toBytes(written));
            case DATE -> date(written, type);
            case TIME -> time(written, type);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(written, (PrecisionType) type);
            case ARRAY, MAP, MULTISET, ROW -> throw Check.unreachable(type);
        };
    }

    private static Boolean toBoolean(Object written) {
        if (written instanceof Boolean value) {
            return value;
        }
        String text = written instanceof String string ? string.strip().toLowerCase(Locale.ROOT) : "";
        if (!text.equals("true") && !text.equals("false")) {
            throw expected("TRUE or FALSE");
        }
        return text.equals("true");
    }

    private static Number toNumber(Object written) {
        if (written instanceof Number number) {
            return number;
        } else if (written instanceof String text) {
            return Number.parse(text);
        }
        throw expected("a number");
    }

    private static Converted integer(Object written, DataType type, long min, long max) {
        BigDecimal value = toNumber(written).value();
        if (value.compareTo(BigDecimal.valueOf(max)) > 0) {
            return Converted.below(type, boxed(type, max));
        }
        if (value.compareTo(BigDecimal.valueOf(min)) < 0) {
            return Converted.belowAll();
        }
        BigDecimal floor = value.setScale(0, RoundingMode.FLOOR);
        return Converted.of(type, boxed(type, floor.longValueExact()), floor.compareTo(value) == 0);
    }

    private static Object boxed(DataType type, long value) {
        return switch (type.root()) {
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            case INT -> (int) value;
            case BIGINT -> value;
            default -> throw Check.unreachable(type);
        };
    }

    private static Converted floating(Object written, DataType type) {
        boolean single = type.root() == TypeRoot.FLOAT;
        if (written instanceof String text) {
            Optional<Double> special = special(text.strip());
            if (special.isPresent()) {
                return single
                        ? Converted.exact(type, special.get().floatValue())
                        : Converted.exact(type, special.get());
            }
        }
        Number number = toNumber(written);
        double nearest = single ? number.value().floatValue() : number.value().doubleValue();
        if (nearest == Double.POSITIVE_INFINITY) {
            return single ? Converted.below(type, Float.MAX_VALUE) : Converted.below(type, Double.MAX_VALUE);
        }
        if (nearest == Double.NEGATIVE_INFINITY) {
            return single ? Converted.below(type, Float.NEGATIVE_INFINITY) : Converted.below(type, nearest);
        }
        double signed = number.isNegativeZero() ? -0.0 : nearest;
        return single ? Converted.exact(type, (float) signed) : Converted.exact(type, signed);
    }

    private static Optional<Double> special(String text) {
        return switch (text) {
            case "NaN" -> Optional.of(Double.NaN);
            case "Infinity", "+Infinity" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-Infinity" -> Optional.of(Double.NEGATIVE_INFINITY);
            default -> Optional.empty();
        };
    }

    private static Converted decimal(Object written, DecimalType type) {
        BigDecimal value = toNumber(written).value();
        BigInteger greatest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigDecimal max = new BigDecimal(greatest, type.scale());
        if (value.compareTo(max) > 0) {
            return Converted.below(type, Decimal.ofUnscaled(greatest, type.precision(), type.scale()));
        }
        if (value.compareTo(max.negate()) < 0) {
            return Converted.belowAll();
        }
        BigDecimal floor = value.setScale(type.scale(), RoundingMode.FLOOR);
        return Converted.of(
                type,
                Decimal.ofUnscaled(floor.unscaledValue(), type.precision(), type.scale()),
                floor.compareTo(value) == 0);
    }

    private static String toText(Object written) {
        if (written instanceof String text) {
            return text;
        }
        throw expected("a text in single quotes");
    }

    private static byte[] toBytes(Object written) {
        if (written instanceof byte[] bytes) {
            return bytes;
        }
        throw expected("bytes such as X'0aff'");
    }

    private static Converted date(Object written, DataType type) {
        LocalDate date;
        if (written instanceof LocalDate value) {
            date = value;
        } else if (written instanceof String text) {
            date = TemporalParser.date(text);
        } else {
            throw expected("a date such as DATE '2026-01-31'");
        }
        long day = date.toEpochDay();
        if (day < Integer.MIN_VALUE) {
            return Converted.belowAll();
        }
        int fitting = (int) Math.min(day, Integer.MAX_VALUE);
        return Converted.of(type, fitting, fitting == day);
    }

    private static Converted time(Object written, DataType type) {
        LocalTime time;
        if (written instanceof LocalTime value) {
            time = value;
        } else if (written instanceof String text) {
            time = TemporalParser.time(text);
        } else {
            throw expected("a time such as TIME '12:34:56.789'");
        }
        long nanos = time.toNanoOfDay();
        return Converted.of(type, (int) (nanos / 1_000_000), nanos % 1_000_000 == 0);
    }

    private Converted timestamp(Object written, PrecisionType type) {
        DateTime time;
        if (written instanceof DateTime value) {
            time = value;
        } else if (written instanceof LocalDate date) {
            time = new DateTime(date.atStartOfDay(), Optional.empty());
        } else if (written instanceof String text) {
            time = TemporalParser.dateTime(text);
        } else {
            throw expected("a timestamp such as TIMESTAMP '2026-01-31 12:34:56.789'");
        }
        if (type.root() == TypeRoot.TIMESTAMP && time.offset().isPresent()) {
            throw new InvalidInputException(
                    "the column has local times, the value has an offset; write the local time, without an offset");
        }
        Timestamp value = type.root() == TypeRoot.TIMESTAMP ? time.asLocal() : time.in(zone);
        Timestamp floor = value.truncate(storedDigits(type.precision()));
        return Converted.of(type, floor, floor.equals(value));
    }

    /** Digits that a column can hold, whether or not it should. */
    private static int storedDigits(int precision) {
        return precision <= 3 ? 3 : precision <= 6 ? 6 : 9;
    }

    private static InvalidInputException expected(String what) {
        return new InvalidInputException("expected " + what);
    }
}

package dev.varve.connect.convert;

import dev.varve.connect.event.Fields;
import dev.varve.table.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;

/** Reads numbers out of the forms in which Connect carries them. */
final class Numbers {
    /** Integer digits that a new decimal column of unknown width gets, where there is room. */
    private static final int ROOM = 18;
    /** Exponents beyond this are not expanded: no column holds such numbers, and their text would fill the memory. */
    private static final int MAX_EXPONENT = 1000;

    private Numbers() {}

    /**
     * The number that the value is: a {@link Number}, a struct or map of scale and unscaled bytes, or a text in decimal
     * notation. Null if it is none.
     */
    static Number read(Object value) {
        if (value instanceof Number number) {
            return number;
        }
        if (value instanceof String text) {
            return parse(text);
        }
        return value instanceof Struct || value instanceof Map ? variableScale(value) : null;
    }

    /** The number in decimal notation; null if the text is none. */
    static BigDecimal parse(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Debezium's VariableScaleDecimal; without schemas its bytes are base64. Null if it is not one. */
    static BigDecimal variableScale(Object value) {
        boolean fits = value instanceof Struct struct
                ? "io.debezium.data.VariableScaleDecimal".equals(struct.schema().name())
                : value instanceof Map<?, ?> map && map.size() == 2;
        if (!fits || !(Fields.of(value, "scale") instanceof Number scale)) {
            return null;
        }
        byte[] unscaled = bytes(Fields.of(value, "value"));
        return unscaled == null || unscaled.length == 0
                ? null
                : new BigDecimal(new BigInteger(unscaled), scale.intValue());
    }

    private static byte[] bytes(Object value) {
        if (value instanceof byte[] array) {
            return array;
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] array = new byte[buffer.remaining()];
            buffer.duplicate().get(array);
            return array;
        }
        return value instanceof String text ? base64(text) : null;
    }

    /** The bytes that a base64 text stands for; null if it is none. */
    static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The number exactly; null for NaN and infinities. Floating-point numbers are taken as they print. */
    static BigDecimal exact(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (number instanceof Double || number instanceof Float) {
            return Double.isFinite(number.doubleValue()) ? new BigDecimal(number.toString()) : null;
        }
        return isIntegral(number) ? BigDecimal.valueOf(number.longValue()) : parse(number.toString());
    }

    /** Whether the number is held in a {@code long} without loss by its class. */
    static boolean isIntegral(Number number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte;
    }

    /** Digits before the point that are needed to write the number. */
    static long integerDigits(BigDecimal number) {
        return number.signum() == 0 ? 0 : Math.max(0, (long) number.precision() - number.scale());
    }

    /** Digits after the point that are needed to write the number; trailing zeros are not. */
    static long neededScale(BigDecimal number) {
        return number.signum() == 0 || number.scale() <= 0
                ? 0
                : Math.max(0, (long) number.stripTrailingZeros().scale());
    }

    /** The narrowest decimal type of a number; empty if there is none. */
    static Optional<DataType> narrowest(BigDecimal number) {
        return Widening.decimal(integerDigits(number), neededScale(number));
    }

    /** The type for a new column whose first number this is: it leaves room for larger ones. */
    static Optional<DataType> withRoom(BigDecimal number) {
        long scale = neededScale(number);
        long room = Math.max(integerDigits(number), Math.min(ROOM, 38 - scale));
        return scale > 38 ? Optional.empty() : Widening.decimal(room, scale);
    }

    /** The number that the same 64 bits are without a sign. */
    static BigInteger unsigned(long signed) {
        return new BigInteger(Long.toUnsignedString(signed));
    }

    /** The number in plain notation; null if it is too large or too small to be written so. */
    static String plainText(BigDecimal number) {
        BigDecimal shorter = Math.abs((long) number.scale()) > MAX_EXPONENT ? number.stripTrailingZeros() : number;
        return Math.abs((long) shorter.scale()) > MAX_EXPONENT ? null : shorter.toPlainString();
    }
}

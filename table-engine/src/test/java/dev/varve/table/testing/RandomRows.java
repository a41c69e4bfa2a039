package dev.varve.table.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.LengthType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random values in internal form; extremes and near-duplicates are frequent on purpose. Values fit their types: text and bytes
 * their length, decimals and timestamps their precision; keys of maps are distinct and not null, counts of multisets positive.
 */
public final class RandomRows {
    private static final String[] ALPHABET = {"a", "b", "\0", "ä", "\u4e2d", "\ud83d\ude00", "\uffff"};
    private static final double[] SPECIAL = {
        0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.MIN_VALUE, Double.MAX_VALUE
    };

    private final Random random;

    public RandomRows(Random random) {
        this.random = random;
    }

    /** An insert row; nullable fields are null one time in eight. */
    public GenericRow row(RowType type) {
        Object[] values = new Object[type.arity()];
        for (int i = 0; i < values.length; i++) {
            DataType field = type.type(i);
            values[i] = field.nullable() && random.nextInt(8) == 0 ? null : value(field);
        }
        return GenericRow.of(values);
    }

    /** A value that is not null. */
    public Object value(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) integer();
            case SMALLINT -> (short) integer();
            case INT -> (int) integer();
            case DATE -> random.nextInt(60_000) - 20_000;
            case TIME -> random.nextInt(4) == 0 ? random.nextInt(2) * 86_399_999 : random.nextInt(86_400_000);
            case BIGINT -> integer();
            case FLOAT -> (float) floating();
            case DOUBLE -> floating();
            case DECIMAL -> decimal((DecimalType) type);
            case CHAR, VARCHAR -> BinaryString.of(text(((LengthType) type).length()));
            case BINARY, VARBINARY -> bytes(((LengthType) type).length());
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(((PrecisionType) type).precision());
            case ARRAY -> array(((ArrayType) type).element(), random.nextInt(4));
            case MAP -> map((MapType) type);
            case MULTISET -> multiset(((MultisetType) type).element());
            case ROW -> row((RowType) type);
        };
    }

    private long integer() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> Long.MIN_VALUE;
            case 2 -> Long.MAX_VALUE;
            case 3 -> random.nextInt();
            default -> random.nextInt(20) - 10L;
        };
    }

    private double floating() {
        return random.nextInt(4) == 0 ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextGaussian() * 100;
    }

    private Decimal decimal(DecimalType type) {
        BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(type.precision()));
        BigInteger unscaled = random.nextInt(5) == 0
                ? bound.subtract(BigInteger.ONE)
                : new BigInteger(bound.bitLength() + 8, random).mod(bound);
        return Decimal.ofUnscaled(random.nextBoolean() ? unscaled : unscaled.negate(), type.precision(), type.scale());
    }

    private String text(int maxCodePoints) {
        var text = new StringBuilder();
        for (int i = random.nextInt(Math.min(maxCodePoints, 24) + 1); i > 0; i--) {
            text.append(ALPHABET[random.nextInt(random.nextInt(3) == 0 ? ALPHABET.length : 2)]);
        }
        return text.toString();
    }

    private byte[] bytes(int maxLength) {
        if (random.nextBoolean()) {
            byte[] utf8 = text(maxLength).getBytes(UTF_8);
            return utf8.length <= maxLength ? utf8 : new byte[maxLength];
        }
        byte[] bytes = new byte[random.nextInt(Math.min(maxLength, 24) + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    private Timestamp timestamp(int precision) {
        long millis = random.nextInt(3) == 0 ? random.nextInt(5) - 2 : random.nextLong() >> 20;
        return new Timestamp(millis, random.nextInt(1_000_000)).truncate(precision);
    }

    private GenericArray array(DataType element, int size) {
        Object[] values = new Object[size];
        for (int i = 0; i < size; i++) {
            values[i] = element.nullable() && random.nextInt(6) == 0 ? null : value(element);
        }
        return new GenericArray(values);
    }

    private GenericMap map(MapType type) {
        GenericArray keys = distinct(type.key());
        return new GenericMap(keys, array(type.value(), keys.size()));
    }

    private GenericMap multiset(DataType element) {
        GenericArray elements = distinct(element);
        Object[] counts = new Object[elements.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = 1 + random.nextInt(3);
        }
        return new GenericMap(elements, new GenericArray(counts));
    }

    private GenericArray distinct(DataType type) {
        List<Object> values = new ArrayList<>();
        Set<GenericArray> seen = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object value = value(type);
            // In an array, byte arrays compare by content.
            if (seen.add(GenericArray.of(value))) {
                values.add(value);
            }
        }
        return new GenericArray(values.toArray());
    }
}

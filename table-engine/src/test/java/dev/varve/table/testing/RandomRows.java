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
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import java.math.BigInteger;
import java.util.Random;

/** Random values in internal form; extremes and near-duplicates are frequent on purpose. */
public final class RandomRows {
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
            case TIME -> random.nextInt(86_400_000);
            case BIGINT -> integer();
            case FLOAT -> (float) floating();
            case DOUBLE -> floating();
            case DECIMAL -> decimal((DecimalType) type);
            case CHAR, VARCHAR -> BinaryString.of(text());
            case BINARY, VARBINARY -> text().getBytes(UTF_8);
            case TIMESTAMP, TIMESTAMP_LTZ -> timestamp(((PrecisionType) type).precision());
            case ARRAY -> array(((ArrayType) type).element(), random.nextInt(4));
            case MAP -> map((MapType) type);
            case MULTISET -> map(((MultisetType) type).asMap());
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
        double[] special = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.MIN_VALUE};
        return random.nextInt(4) == 0 ? special[random.nextInt(special.length)] : random.nextGaussian() * 100;
    }

    private Decimal decimal(DecimalType type) {
        BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(type.precision()));
        BigInteger unscaled = new BigInteger(bound.bitLength() + 8, random).mod(bound);
        return Decimal.ofUnscaled(random.nextBoolean() ? unscaled : unscaled.negate(), type.precision(), type.scale());
    }

    private String text() {
        String[] alphabet = {"a", "b", "\0", "ä", "\u4e2d", "\ud83d\ude00", "\uffff"};
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(alphabet[random.nextInt(random.nextInt(3) == 0 ? alphabet.length : 2)]);
        }
        return text.toString();
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
        int size = random.nextInt(4);
        return new GenericMap(array(type.key().notNull(), size), array(type.value(), size));
    }
}

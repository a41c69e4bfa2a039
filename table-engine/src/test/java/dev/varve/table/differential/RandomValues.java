package dev.varve.table.differential;

import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Timestamp;
import dev.varve.table.testing.RandomRows;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DataTypes;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.RowType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.paimon.utils.HllSketchUtil;
import org.apache.paimon.utils.RoaringBitmap32;
import org.apache.paimon.utils.RoaringBitmap64;
import org.apache.paimon.utils.ThetaSketch;

/**
 * Values for the columns of random tables: few and small where a function computes with them, so that they meet again, tie, and
 * overflow nothing; anything where a function only picks.
 */
final class RandomValues {
    private static final int NUMBERS = 12;

    /** What bitmaps of 64 bits hold: small numbers and such that need more than 32 bits. */
    static final long[] BITMAP64_NUMBERS = LongStream.range(0, NUMBERS)
            .map(number -> number > NUMBERS / 2 ? number << 32 : number)
            .toArray();

    private static final String[] TEXTS = {"a", "b", "c", "a,b", "b--c", "", ",", "a,,c", "ä"};

    private final Random random;
    private final RandomRows any;
    private final Map<ByteBuffer, Set<Object>> numberSets = new HashMap<>();

    RandomValues(Random random) {
        this.random = random;
        this.any = new RandomRows(random);
    }

    /** A value in the engine's form, not null. */
    Object of(Column column) {
        String function = column.function().orElse("");
        return switch (function) {
            case "sum" -> number(column.type(), random.nextInt(7) - 3);
            case "product" -> number(column.type(), factor(column.type()));
            case "listagg", "merge_map", "merge_map_with_keytime", "nested_update", "nested_partial_update" ->
                small(column.type(), false);
            case "collect" -> small(column.type(), column.has("distinct"));
            case "rbm32", "rbm64", "hll_sketch", "theta_sketch" -> numberSet(function);
            default -> any.value(column.type());
        };
    }

    /** A value for a column that says how old something is; its order is that of {@code number}. */
    static Object age(DataType type, int number) {
        return switch (type.root()) {
            case INT, DATE -> number;
            case BIGINT -> (long) number;
            case TIMESTAMP -> Timestamp.ofMillis(number);
            case VARCHAR -> BinaryString.of(String.format("%05d", number + 50_000));
            case DECIMAL -> Decimal.ofUnscaled(number, ((DecimalType) type).precision(), ((DecimalType) type).scale());
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    /** The numbers that went into bytes made here. */
    Set<Object> numbersOf(ByteBuffer bytes) {
        return numberSets.get(bytes);
    }

    private int factor(DataType type) {
        boolean roomy = switch (type.root()) {
            case BIGINT, DOUBLE, FLOAT, DECIMAL -> true;
            default -> false;
        };
        return switch (random.nextInt(4)) {
            case 0 -> roomy ? 2 : 1;
            case 1 -> -1;
            default -> 1;
        };
    }

    private static Object number(DataType type, int value) {
        return switch (type.root()) {
            case TINYINT -> (byte) value;
            case SMALLINT -> (short) value;
            case INT -> value;
            case BIGINT -> (long) value;
            case FLOAT -> (float) value;
            case DOUBLE -> (double) value;
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield Decimal.exact(BigDecimal.valueOf(value), decimal.precision(), decimal.scale())
                        .orElseThrow();
            }
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private Object small(DataType type, boolean distinct) {
        return switch (type.root()) {
            case INT, TINYINT, BIGINT, SMALLINT -> number(type, random.nextInt(4));
            case VARCHAR -> BinaryString.of(TEXTS[random.nextInt(TEXTS.length)]);
            case VARBINARY -> new byte[] {(byte) random.nextInt(3)};
            case ARRAY -> array(((ArrayType) type).element(), distinct);
            case MAP -> {
                GenericArray keys = array(((MapType) type).key().notNull(), true);
                Object[] values = new Object[keys.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = smallOrNull(((MapType) type).value());
                }
                yield new GenericMap(keys, new GenericArray(values));
            }
            case ROW -> {
                RowType row = (RowType) type;
                yield GenericRow.of(row.types().stream().map(this::smallOrNull).toArray());
            }
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private Object smallOrNull(DataType type) {
        return type.nullable() && random.nextInt(5) == 0 ? null : small(type, false);
    }

    private GenericArray array(DataType element, boolean distinct) {
        List<Object> values = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object value = smallOrNull(element);
            GenericArray content = GenericArray.of(value);
            if (!distinct || seen.add(content)) {
                values.add(value);
            }
        }
        return new GenericArray(values.toArray());
    }

    private byte[] numberSet(String function) {
        Set<Object> numbers = new TreeSet<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int number = random.nextInt(NUMBERS);
            numbers.add(function.equals("rbm64") ? BITMAP64_NUMBERS[number] : (long) number);
        }
        long[] wide = numbers.stream().mapToLong(number -> (Long) number).toArray();
        int[] narrow =
                numbers.stream().mapToInt(number -> ((Long) number).intValue()).toArray();
        byte[] bytes = switch (function) {
            case "rbm32" -> RoaringBitmap32.bitmapOf(narrow).serialize();
            case "rbm64" -> bitmap64(wide);
            case "hll_sketch" -> HllSketchUtil.sketchOf(narrow);
            default -> ThetaSketch.sketchOf(narrow);
        };
        numberSets.put(ByteBuffer.wrap(bytes), numbers);
        return bytes;
    }

    private static byte[] bitmap64(long[] numbers) {
        try {
            return RoaringBitmap64.bitmapOf(numbers).serialize();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static DataType ageType(Random random) {
        DataType[] types = {
            DataTypes.INT,
            DataTypes.BIGINT,
            DataTypes.timestamp(3),
            DataTypes.STRING,
            DataTypes.decimal(10, 0),
            DataTypes.DATE
        };
        return types[random.nextInt(types.length)];
    }
}

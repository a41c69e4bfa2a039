package dev.varve.table.testing;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.apache.paimon.utils.HllSketchUtil;
import org.apache.paimon.utils.RoaringBitmap32;
import org.apache.paimon.utils.RoaringBitmap64;
import org.apache.paimon.utils.ThetaSketch;

/**
 * Values in the form of the behaviour vectors:
 *
 * <pre>
 * numbers     JSON, or the texts NaN, Infinity, -Infinity, -0.0; DECIMAL as text
 * text, times text, ISO-8601
 * bytes       "hex:" and digits, or {rbm32|rbm64|hll|theta: [numbers]}: what Paimon makes of these numbers
 * ARRAY, ROW  array
 * MAP         array of [key, value]
 * </pre>
 */
public final class VectorValues {
    private VectorValues() {}

    /** The value in internal form, null for JSON null. */
    public static Object fromJson(JsonNode node, DataType type) {
        if (node == null || node.isNull()) {
            return null;
        }
        return switch (type.root()) {
            case BOOLEAN -> node.booleanValue();
            case TINYINT -> (byte) node.intValue();
            case SMALLINT -> (short) node.intValue();
            case INT -> node.intValue();
            case BIGINT -> node.longValue();
            case FLOAT -> Float.parseFloat(node.asText());
            case DOUBLE -> Double.parseDouble(node.asText());
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                yield Decimal.exact(new BigDecimal(node.textValue()), decimal.precision(), decimal.scale())
                        .orElseThrow();
            }
            case CHAR, VARCHAR -> BinaryString.of(node.textValue());
            case BINARY, VARBINARY -> bytes(node);
            case DATE -> (int) LocalDate.parse(node.textValue()).toEpochDay();
            case TIME -> (int) (LocalTime.parse(node.textValue()).toNanoOfDay() / 1_000_000);
            case TIMESTAMP, TIMESTAMP_LTZ -> Timestamp.of(LocalDateTime.parse(node.textValue()));
            case ARRAY -> new GenericArray(values(node, i -> ((ArrayType) type).element()));
            case ROW -> GenericRow.of(values(node, ((RowType) type)::type));
            case MAP -> map(node, (MapType) type);
            case MULTISET -> throw new IllegalArgumentException("no vector has a value of type " + type);
        };
    }

    private static Object[] values(JsonNode array, java.util.function.IntFunction<DataType> types) {
        return IntStream.range(0, array.size())
                .mapToObj(i -> fromJson(array.get(i), types.apply(i)))
                .toArray();
    }

    private static GenericMap map(JsonNode pairs, MapType type) {
        Object[] keys = new Object[pairs.size()];
        Object[] values = new Object[pairs.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = fromJson(pairs.get(i).get(0), type.key());
            values[i] = fromJson(pairs.get(i).get(1), type.value());
        }
        return new GenericMap(new GenericArray(keys), new GenericArray(values));
    }

    private static byte[] bytes(JsonNode node) {
        if (node.isTextual()) {
            return HexFormat.of().parseHex(node.textValue().substring("hex:".length()));
        }
        var structure = node.fields().next();
        long[] numbers = numbers(structure.getValue());
        int[] narrow = LongStream.of(numbers).mapToInt(number -> (int) number).toArray();
        return switch (structure.getKey()) {
            case "rbm32" -> RoaringBitmap32.bitmapOf(narrow).serialize();
            case "rbm64" -> bitmap64(numbers);
            case "hll" -> HllSketchUtil.sketchOf(narrow);
            case "theta" -> ThetaSketch.sketchOf(narrow);
            default -> throw new IllegalArgumentException(node.toString());
        };
    }

    private static byte[] bitmap64(long[] numbers) {
        try {
            return RoaringBitmap64.bitmapOf(numbers).serialize();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long[] numbers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToLong(JsonNode::longValue)
                .toArray();
    }
}

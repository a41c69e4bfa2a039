package dev.varve.table.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.row.Values;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.PrecisionType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeRoot;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Renders values as JSON: numbers as numbers (NaN and infinities as text), DECIMAL as text with its scale, DATE, TIME and
 * TIMESTAMP(p) in ISO form with exactly p fraction digits, TIMESTAMP_LTZ with a trailing {@code Z}, binary as base64, MAP as an
 * array of pairs, ROW as an object. {@link ValueJsonParser} is the inverse.
 */
final class ValueJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

    private ValueJson() {}

    /** The fields of a row in order. */
    static ObjectNode format(Row row, RowType type) {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < type.arity(); i++) {
            object.set(type.field(i).name(), format(row, i, type.type(i)));
        }
        return object;
    }

    private static JsonNode format(Values values, int position, DataType type) {
        Object value = ValueReader.valueAt(values, position, type);
        if (value == null) {
            return NODES.nullNode();
        }
        return switch (type.root()) {
            case BOOLEAN -> NODES.booleanNode((Boolean) value);
            case TINYINT -> NODES.numberNode((Byte) value);
            case SMALLINT -> NODES.numberNode((Short) value);
            case INT -> NODES.numberNode((Integer) value);
            case BIGINT -> NODES.numberNode((Long) value);
            case FLOAT ->
                Float.isFinite((Float) value) ? NODES.numberNode((Float) value) : NODES.textNode(value.toString());
            case DOUBLE ->
                Double.isFinite((Double) value) ? NODES.numberNode((Double) value) : NODES.textNode(value.toString());
            case DECIMAL -> NODES.textNode(((Decimal) value).toString());
            case CHAR, VARCHAR -> NODES.textNode(((BinaryString) value).toString());
            case BINARY, VARBINARY -> NODES.binaryNode((byte[]) value);
            case DATE -> NODES.textNode(LocalDate.ofEpochDay((Integer) value).toString());
            case TIME -> NODES.textNode(time((Integer) value, ((PrecisionType) type).precision()));
            case TIMESTAMP, TIMESTAMP_LTZ -> NODES.textNode(timestamp((Timestamp) value, (PrecisionType) type));
            case ARRAY -> array((RowArray) value, ((ArrayType) type).element());
            case MAP -> map((RowMap) value, (MapType) type);
            case MULTISET -> map((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> format((Row) value, (RowType) type);
        };
    }

    private static ArrayNode array(RowArray array, DataType element) {
        ArrayNode nodes = NODES.arrayNode(array.size());
        for (int i = 0; i < array.size(); i++) {
            nodes.add(format(array, i, element));
        }
        return nodes;
    }

    private static ArrayNode map(RowMap map, MapType type) {
        ArrayNode pairs = NODES.arrayNode(map.size());
        RowArray keys = map.keys();
        RowArray values = map.values();
        for (int i = 0; i < map.size(); i++) {
            pairs.add(NODES.arrayNode(2).add(format(keys, i, type.key())).add(format(values, i, type.value())));
        }
        return pairs;
    }

    /** TIME is held in milliseconds whatever its precision: further digits are zeros. */
    private static String time(int millisOfDay, int precision) {
        LocalTime time = LocalTime.ofNanoOfDay(millisOfDay * 1_000_000L);
        return clock(time.getHour(), time.getMinute(), time.getSecond(), time.getNano(), precision);
    }

    private static String timestamp(Timestamp timestamp, PrecisionType type) {
        LocalDateTime dateTime = timestamp.toLocalDateTime();
        String text = dateTime.toLocalDate() + "T"
                + clock(
                        dateTime.getHour(),
                        dateTime.getMinute(),
                        dateTime.getSecond(),
                        dateTime.getNano(),
                        type.precision());
        return type.root() == TypeRoot.TIMESTAMP_LTZ ? text + "Z" : text;
    }

    private static String clock(int hour, int minute, int second, int nano, int precision) {
        var text = new StringBuilder(18);
        twoDigits(text, hour).append(':');
        twoDigits(text, minute).append(':');
        twoDigits(text, second);
        if (precision > 0) {
            String digits = Integer.toString(1_000_000_000 + nano).substring(1);
            text.append('.').append(digits, 0, precision);
        }
        return text.toString();
    }

    private static StringBuilder twoDigits(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}

package dev.varve.table.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.varve.table.row.BinaryString;
import dev.varve.table.row.Decimal;
import dev.varve.table.row.GenericArray;
import dev.varve.table.row.GenericMap;
import dev.varve.table.row.GenericRow;
import dev.varve.table.row.Row;
import dev.varve.table.row.RowArray;
import dev.varve.table.row.RowMap;
import dev.varve.table.row.Timestamp;
import dev.varve.table.row.ValueReader;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.DecimalType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Rows in the form of the golden tables' {@code expected.json}, and back. Both directions go through JSON text, so that nodes
 * compare equal whatever kind of number they were made from.
 *
 * <pre>
 * BOOLEAN, integers, FLOAT, DOUBLE   JSON; NaN and infinities as text
 * DECIMAL, CHAR, VARCHAR             text, decimals with all digits of the scale
 * BINARY, VARBINARY                  "0x" and lower-case hexadecimal digits
 * DATE, TIME                         yyyy-MM-dd, HH:mm:ss.SSS
 * TIMESTAMP, TIMESTAMP_LTZ           yyyy-MM-ddTHH:mm:ss.nnnnnnnnn, the latter in UTC with Z
 * ARRAY, ROW                         array, object
 * MAP, MULTISET                      array of [key, value], sorted by their JSON text
 * </pre>
 */
public final class GoldenValues {
    /** The golden column whose elements have no order: what collect makes of distinct values. */
    private static final String SET = "f_collect";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final HexFormat HEX = HexFormat.of();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn");

    private GoldenValues() {}

    /** The JSON of a whole document of {@link GoldenTables#expected}. */
    public static JsonNode parse(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** The rows that a correct reader returns from the newest snapshot of a golden table, in primary-key order. */
    public static List<JsonNode> expectedRows(String table) {
        List<JsonNode> rows = new ArrayList<>();
        parse(GoldenTables.expected(table)).get("rows").forEach(rows::add);
        return rows;
    }

    /** A row as a JSON object of its columns; the kind is not part of it. */
    public static JsonNode toJson(Row row, RowType type) {
        return parse(object(row, type).toString());
    }

    /** A value, null included, as JSON. */
    public static JsonNode toJson(Object value, DataType type) {
        return parse(node(value, type).toString());
    }

    /** The inverse of {@link #toJson(Object, DataType)}: the value in internal form, null for JSON null. */
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
            case BINARY, VARBINARY -> HEX.parseHex(node.textValue().substring(2));
            case DATE -> (int) LocalDate.parse(node.textValue()).toEpochDay();
            case TIME -> (int) (LocalTime.parse(node.textValue()).toNanoOfDay() / 1_000_000);
            case TIMESTAMP -> Timestamp.of(LocalDateTime.parse(node.textValue()));
            case TIMESTAMP_LTZ -> Timestamp.of(Instant.parse(node.textValue()));
            case ARRAY -> new GenericArray(values(node, ((ArrayType) type).element()));
            case MAP -> map(node, (MapType) type);
            case MULTISET -> map(node, ((MultisetType) type).asMap());
            case ROW -> row(node, (RowType) type);
        };
    }

    /** A row from a JSON object; columns that the object does not have are null. */
    public static GenericRow row(JsonNode node, RowType type) {
        Object[] values = type.fields().stream()
                .map(field -> fromJson(node.get(field.name()), field.type()))
                .toArray();
        return GenericRow.of(values);
    }

    /** A row whose sets are sorted, so that it can be compared. */
    public static JsonNode comparable(JsonNode row) {
        if (!row.path(SET).isArray()) {
            return row;
        }
        ObjectNode comparable = row.deepCopy();
        ArrayNode sorted = comparable.putArray(SET);
        StreamSupport.stream(row.get(SET).spliterator(), false)
                .sorted(Comparator.comparing(JsonNode::toString))
                .forEach(sorted::add);
        return comparable;
    }

    private static Object[] values(JsonNode array, DataType type) {
        Object[] values = new Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromJson(array.get(i), type);
        }
        return values;
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

    private static ObjectNode object(Row row, RowType type) {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < type.arity(); i++) {
            DataField field = type.field(i);
            object.set(field.name(), node(ValueReader.valueAt(row, i, field.type()), field.type()));
        }
        return object;
    }

    private static JsonNode node(Object value, DataType type) {
        if (value == null) {
            return NODES.nullNode();
        }
        return switch (type.root()) {
            case BOOLEAN -> NODES.booleanNode((Boolean) value);
            case TINYINT, SMALLINT, INT, BIGINT -> NODES.numberNode(((Number) value).longValue());
            case FLOAT -> floating(Float.isFinite((Float) value), value.toString());
            case DOUBLE -> floating(Double.isFinite((Double) value), value.toString());
            case DECIMAL, CHAR, VARCHAR -> TextNode.valueOf(value.toString());
            case BINARY, VARBINARY -> TextNode.valueOf("0x" + HEX.formatHex((byte[]) value));
            case DATE -> TextNode.valueOf(LocalDate.ofEpochDay((Integer) value).toString());
            case TIME -> TextNode.valueOf(TIME.format(LocalTime.ofNanoOfDay((Integer) value * 1_000_000L)));
            case TIMESTAMP -> TextNode.valueOf(TIMESTAMP.format(((Timestamp) value).toLocalDateTime()));
            case TIMESTAMP_LTZ -> TextNode.valueOf(TIMESTAMP.format(((Timestamp) value).toLocalDateTime()) + "Z");
            case ARRAY -> array((RowArray) value, ((ArrayType) type).element());
            case MAP -> pairs((RowMap) value, (MapType) type);
            case MULTISET -> pairs((RowMap) value, ((MultisetType) type).asMap());
            case ROW -> object((Row) value, (RowType) type);
        };
    }

    /** The Java text of a number is also JSON. */
    private static JsonNode floating(boolean finite, String text) {
        return finite ? NODES.numberNode(Double.parseDouble(text)) : TextNode.valueOf(text);
    }

    private static ArrayNode array(RowArray array, DataType element) {
        ArrayNode node = NODES.arrayNode();
        for (int i = 0; i < array.size(); i++) {
            node.add(node(ValueReader.valueAt(array, i, element), element));
        }
        return node;
    }

    private static ArrayNode pairs(RowMap map, MapType type) {
        List<JsonNode> pairs = new ArrayList<>();
        for (int i = 0; i < map.size(); i++) {
            pairs.add(NODES.arrayNode()
                    .add(node(ValueReader.valueAt(map.keys(), i, type.key()), type.key()))
                    .add(node(ValueReader.valueAt(map.values(), i, type.value()), type.value())));
        }
        pairs.sort(Comparator.comparing(JsonNode::toString));
        return NODES.arrayNode().addAll(pairs);
    }
}

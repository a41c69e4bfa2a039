package dev.varve.table.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.error.Check;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The text of schema files (format page: schema, keys): a pretty-printed JSON object with its keys in a fixed order and no line
 * feed at the end.
 */
public final class SchemaJson {
    /** Numbers of unknown keys keep their digits. */
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectWriter WRITER = MAPPER.writer(
            new DefaultPrettyPrinter().withObjectIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n")));

    private SchemaJson() {}

    /** The schema as it is stored; unknown keys follow the known ones. */
    public static String format(TableSchema schema) {
        UnknownKeys unknown = schema.unknownKeys();
        ObjectNode node = NODES.objectNode();
        node.put("version", schema.version());
        node.put("id", schema.id());
        node.set("fields", fields(schema.fields(), unknown.ofFields()));
        node.put("highestFieldId", schema.highestFieldId());
        node.set("partitionKeys", texts(schema.partitionKeys()));
        node.set("primaryKeys", texts(schema.primaryKeys()));
        ObjectNode options = node.putObject("options");
        schema.options().forEach(options::put);
        schema.comment().ifPresent(comment -> node.put("comment", comment));
        node.put("timeMillis", schema.timeMillis());
        addUnknown(node, unknown.ofTable());
        try {
            return WRITER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON nodes cannot be printed", e);
        }
    }

    /**
     * Reads a schema file. Unknown keys are kept, layout does not matter.
     *
     * @param file name for error messages
     * @throws dev.varve.table.error.CorruptTableException if the text is not a schema
     * @throws dev.varve.table.error.UnsupportedFormatException if its version is newer than {@link TableSchema#CURRENT_VERSION},
     *     or it has columns of a type this engine does not know
     */
    public static TableSchema parse(String text, String file) {
        return new SchemaJsonReader(file).read(text);
    }

    private static ArrayNode fields(List<DataField> fields, Map<Integer, Map<String, String>> unknown) {
        ArrayNode array = NODES.arrayNode(fields.size());
        for (DataField field : fields) {
            ObjectNode node = array.addObject();
            node.put("id", field.id());
            node.put("name", field.name());
            putType(node, "type", field.type(), unknown);
            field.description().ifPresent(description -> node.put("description", description));
            field.defaultValue().ifPresent(value -> node.put("defaultValue", value));
            addUnknown(node, unknown.getOrDefault(field.id(), Map.of()));
        }
        return array;
    }

    private static void putType(
            ObjectNode parent, String key, DataType type, Map<Integer, Map<String, String>> unknown) {
        if (!type.root().isNested()) {
            parent.put(key, type.toString());
            return;
        }
        ObjectNode node = parent.putObject(key);
        node.put("type", type.root() + (type.nullable() ? "" : " NOT NULL"));
        if (type instanceof ArrayType array) {
            putType(node, "element", array.element(), unknown);
        } else if (type instanceof MultisetType multiset) {
            putType(node, "element", multiset.element(), unknown);
        } else if (type instanceof MapType map) {
            putType(node, "key", map.key(), unknown);
            putType(node, "value", map.value(), unknown);
        } else if (type instanceof RowType row) {
            node.set("fields", fields(row.fields(), unknown));
        } else {
            throw Check.unreachable(type);
        }
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = NODES.arrayNode(texts.size());
        texts.forEach(array::add);
        return array;
    }

    private static void addUnknown(ObjectNode node, Map<String, String> unknown) {
        new TreeMap<>(unknown).forEach((key, json) -> {
            try {
                node.set(key, MAPPER.readTree(json));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("unknown key '" + key + "' does not hold JSON: " + json, e);
            }
        });
    }
}

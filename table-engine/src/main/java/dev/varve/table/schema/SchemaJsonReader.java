package dev.varve.table.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.TableException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.type.ArrayType;
import dev.varve.table.type.DataField;
import dev.varve.table.type.DataType;
import dev.varve.table.type.MapType;
import dev.varve.table.type.MultisetType;
import dev.varve.table.type.RowType;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one schema file. Confined to one read. */
final class SchemaJsonReader {
    private static final Set<String> TABLE_KEYS = Set.of(
            "version",
            "id",
            "fields",
            "highestFieldId",
            "partitionKeys",
            "primaryKeys",
            "options",
            "comment",
            "timeMillis");
    private static final Set<String> FIELD_KEYS = Set.of("id", "name", "type", "description", "defaultValue");

    private final String file;
    private final Map<Integer, Map<String, String>> unknownOfFields = new LinkedHashMap<>();
    private final Set<Integer> fieldIds = new HashSet<>();

    SchemaJsonReader(String file) {
        this.file = file;
    }

    TableSchema read(String text) {
        JsonNode node;
        try {
            node = SchemaJson.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new CorruptTableException(
                    "schema file " + file + " is not JSON: " + e.getOriginalMessage() + " at line "
                            + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()),
                    e);
        }
        if (!node.isObject()) {
            throw corrupt("a JSON object expected, found " + node.getNodeType());
        }
        int version = node.has("version") ? (int) number(node, "version", Integer.MAX_VALUE) : 1;
        if (version > TableSchema.CURRENT_VERSION) {
            throw new UnsupportedFormatException("schema file " + file + " has version " + version
                    + "; this engine knows versions up to " + TableSchema.CURRENT_VERSION + ": use a newer one");
        }
        List<DataField> fields = fields(required(node, "fields"));
        List<String> partitionKeys = columns(node, "partitionKeys", fields);
        List<String> primaryKeys = columns(node, "primaryKeys", fields);
        int highestFieldId = (int) number(node, "highestFieldId", Integer.MAX_VALUE);
        if (highestFieldId < FieldIds.highestOf(fields)) {
            throw corrupt("highestFieldId is " + highestFieldId + ", but a field has id " + FieldIds.highestOf(fields));
        }
        return new TableSchema(
                version,
                number(node, "id", Long.MAX_VALUE),
                fields,
                highestFieldId,
                partitionKeys,
                primaryKeys,
                options(required(node, "options")),
                optionalText(node, "comment"),
                node.has("timeMillis") ? number(node, "timeMillis", Long.MAX_VALUE) : 0,
                new UnknownKeys(unknown(node, TABLE_KEYS), unknownOfFields));
    }

    private List<DataField> fields(JsonNode array) {
        if (!array.isArray()) {
            throw corrupt("'fields' is not an array");
        }
        List<DataField> fields = new ArrayList<>(array.size());
        Set<String> names = new HashSet<>();
        for (JsonNode node : array) {
            DataField field = field(node);
            if (!names.add(field.name())) {
                throw corrupt("field '" + field.name() + "' appears twice");
            }
            fields.add(field);
        }
        return fields;
    }

    private DataField field(JsonNode node) {
        int id = (int) number(node, "id", Integer.MAX_VALUE);
        String name = text(node, "name");
        if (!fieldIds.add(id)) {
            throw corrupt("field id " + id + " of '" + name + "' is used twice");
        }
        Map<String, String> unknown = unknown(node, FIELD_KEYS);
        if (!unknown.isEmpty()) {
            unknownOfFields.put(id, unknown);
        }
        return new DataField(
                id,
                name,
                type(required(node, "type"), name),
                optionalText(node, "description"),
                optionalText(node, "defaultValue"));
    }

    private DataType type(JsonNode node, String field) {
        if (node.isTextual()) {
            return simpleType(node.textValue(), field);
        }
        if (!node.isObject()) {
            throw corrupt("field '" + field + "' has no type but " + node);
        }
        String text = text(node, "type").strip().toUpperCase(Locale.ROOT);
        boolean nullable = !text.replaceAll("\\s+", " ").contains("NOT NULL");
        if (text.startsWith("ARRAY")) {
            return new ArrayType(type(required(node, "element"), field), nullable);
        } else if (text.startsWith("MULTISET")) {
            return new MultisetType(type(required(node, "element"), field), nullable);
        } else if (text.startsWith("MAP")) {
            return new MapType(type(required(node, "key"), field), type(required(node, "value"), field), nullable);
        } else if (text.startsWith("ROW")) {
            return new RowType(fields(required(node, "fields")), nullable);
        }
        throw new UnsupportedFormatException("field '" + field + "' of schema file " + file + " has the type '" + text
                + "', which this engine does not know");
    }

    private DataType simpleType(String text, String field) {
        try {
            return TypeParser.parse(text);
        } catch (InvalidInputException | UnsupportedFormatException e) {
            String message = "field '" + field + "' of schema file " + file + ": " + e.getMessage();
            throw e instanceof UnsupportedFormatException
                    ? new UnsupportedFormatException(message, e)
                    : new CorruptTableException(message, e);
        }
    }

    private List<String> columns(JsonNode node, String key, List<DataField> fields) {
        JsonNode array = required(node, key);
        if (!array.isArray()) {
            throw corrupt("'" + key + "' is not an array");
        }
        List<String> names = new ArrayList<>(array.size());
        for (JsonNode name : array) {
            if (fields.stream().noneMatch(field -> field.name().equals(name.textValue()))) {
                throw corrupt("'" + key + "' names " + name + ", which is no column");
            }
            names.add(name.textValue());
        }
        return names;
    }

    private Map<String, String> options(JsonNode node) {
        if (!node.isObject()) {
            throw corrupt("'options' is not an object");
        }
        Map<String, String> options = new LinkedHashMap<>();
        node.fields().forEachRemaining(entry -> options.put(entry.getKey(), text(node, entry.getKey())));
        return options;
    }

    private static Map<String, String> unknown(JsonNode node, Set<String> known) {
        Map<String, String> unknown = new LinkedHashMap<>();
        node.fields().forEachRemaining(entry -> {
            if (!known.contains(entry.getKey())) {
                unknown.put(entry.getKey(), entry.getValue().toString());
            }
        });
        return unknown;
    }

    private JsonNode required(JsonNode node, String key) {
        JsonNode value = node.get(key);
        if (value == null || value.isNull()) {
            throw corrupt("the key '" + key + "' is missing");
        }
        return value;
    }

    private String text(JsonNode node, String key) {
        JsonNode value = required(node, key);
        if (!value.isTextual()) {
            throw corrupt("'" + key + "' is not a text but " + value);
        }
        return value.textValue();
    }

    private Optional<String> optionalText(JsonNode node, String key) {
        return node.hasNonNull(key) ? Optional.of(text(node, key)) : Optional.empty();
    }

    private long number(JsonNode node, String key, long max) {
        JsonNode value = required(node, key);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() > max) {
            throw corrupt("'" + key + "' is not a whole number up to " + max + " but " + value);
        }
        return value.longValue();
    }

    private TableException corrupt(String problem) {
        return new CorruptTableException("schema file " + file + " is damaged: " + problem);
    }
}

package dev.varve.table.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.schema.TableSpec;
import dev.varve.table.type.DataField;
import dev.varve.table.type.TypeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the document that {@code create} takes:
 * {@code {"fields":[{"name":…,"type":"BIGINT NOT NULL"}…],"primaryKeys":[…],"partitionKeys":[…],"options":{…},"comment":…}}.
 * A field may also have {@code description} and {@code defaultValue}; types are written as in SQL, nested ones too.
 */
final class TableSpecJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS = Set.of("fields", "primaryKeys", "partitionKeys", "options", "comment");
    private static final Set<String> FIELD_KEYS = Set.of("name", "type", "description", "defaultValue");

    private final String source;

    private TableSpecJson(String source) {
        this.source = source;
    }

    /**
     * Reads a document.
     *
     * @param source where it comes from, for errors
     */
    static TableSpec parse(String text, String source) {
        return new TableSpecJson(source).read(text);
    }

    private TableSpec read(String text) {
        JsonNode document;
        try {
            document = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw wrong("not JSON: " + e.getOriginalMessage());
        }
        requireKeys(document, KEYS, "the document");
        var fields = new ArrayList<DataField>();
        JsonNode array = document.path("fields");
        if (!array.isArray() || array.isEmpty()) {
            throw wrong("'fields' must be an array of at least one column");
        }
        for (JsonNode field : array) {
            fields.add(field(field, fields.size()));
        }
        return new TableSpec(
                fields,
                names(document, "primaryKeys"),
                names(document, "partitionKeys"),
                options(document),
                text(document, "comment"));
    }

    private DataField field(JsonNode node, int id) {
        requireKeys(node, FIELD_KEYS, "a field");
        String name = text(node, "name").orElseThrow(() -> wrong("a field has no 'name': " + node));
        String type = text(node, "type").orElseThrow(() -> wrong("field '" + name + "' has no 'type'"));
        try {
            return new DataField(
                    id, name, TypeParser.parse(type), text(node, "description"), text(node, "defaultValue"));
        } catch (InvalidInputException e) {
            throw new InvalidInputException(source + ": field '" + name + "': " + e.getMessage(), e);
        }
    }

    private List<String> names(JsonNode document, String key) {
        var names = new ArrayList<String>();
        JsonNode array = document.path(key);
        if (!array.isMissingNode() && !array.isArray()) {
            throw wrong("'" + key + "' must be an array of column names");
        }
        for (JsonNode name : array) {
            if (!name.isTextual()) {
                throw wrong("'" + key + "' must be an array of column names, found " + name);
            }
            names.add(name.textValue());
        }
        return names;
    }

    private Map<String, String> options(JsonNode document) {
        var options = new LinkedHashMap<String, String>();
        JsonNode object = document.path("options");
        if (!object.isMissingNode() && !object.isObject()) {
            throw wrong("'options' must be an object of option names and values");
        }
        object.fields().forEachRemaining(option -> {
            if (!option.getValue().isValueNode() || option.getValue().isNull()) {
                throw wrong("option '" + option.getKey() + "' must be a text, found " + option.getValue());
            }
            options.put(option.getKey(), option.getValue().asText());
        });
        return options;
    }

    private Optional<String> text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw wrong("'" + key + "' must be a text, found " + value);
        }
        return Optional.of(value.textValue());
    }

    private void requireKeys(JsonNode node, Set<String> known, String what) {
        if (!node.isObject()) {
            throw wrong(what + " must be an object, found " + node);
        }
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw wrong(what + " has an unknown key '" + key + "'; known are "
                        + known.stream().sorted().toList());
            }
        });
    }

    private InvalidInputException wrong(String problem) {
        return new InvalidInputException(source + ": " + problem);
    }
}

package dev.varve.connect.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A document in MongoDB's extended JSON, relaxed or canonical. Of its first level object ids, numbers, dates, bytes, texts and
 * booleans become values; a number in plain JSON with a fraction is a double, as in MongoDB. Everything else, nested documents
 * and lists among it, is its JSON.
 */
final class MongoDocument {
    private static final String ID = "_id";

    private final JsonNode root;

    private MongoDocument(JsonNode root) {
        this.root = root;
    }

    /** @param bad makes the error of what is wrong with the text */
    static MongoDocument parse(String text, Function<String, BadRecordException> bad) {
        JsonNode node = JsonText.node(text, bad);
        if (!node.isObject()) {
            throw bad.apply("it is no object");
        }
        return new MongoDocument(node);
    }

    /** The document's {@code _id} as a text, if it has one. */
    Optional<String> id() {
        return root.hasNonNull(ID) ? Optional.of(idOf(root.get(ID))) : Optional.empty();
    }

    /** The id that a text of JSON stands for; a text that is no JSON is the id itself. */
    static String idOf(String json) {
        return JsonText.find(json).map(MongoDocument::idOf).orElse(json);
    }

    private static String idOf(JsonNode node) {
        Object value = valueOf(node, reason -> null);
        return value instanceof String || value instanceof Long ? value.toString() : node.toString();
    }

    /**
     * The fields of the first level, nulls included.
     *
     * @param bad makes the error of a value that is not what it says it is
     */
    Map<String, Object> columns(Function<String, BadRecordException> bad) {
        Map<String, Object> columns = new LinkedHashMap<>();
        root.properties()
                .forEach(field -> columns.put(
                        field.getKey(),
                        valueOf(field.getValue(), reason -> bad.apply("in " + field.getKey() + ", " + reason))));
        return columns;
    }

    private static Object valueOf(JsonNode node, Function<String, BadRecordException> bad) {
        if (node.isTextual()) {
            return node.textValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isNumber()) {
            return plainNumber(node);
        }
        if (node.isNull()) {
            return null;
        }
        return node.isObject() && node.size() > 0 && node.size() <= 2 ? wrapped(node, bad) : node.toString();
    }

    private static Number plainNumber(JsonNode node) {
        if (node.isIntegralNumber()) {
            return node.canConvertToLong() ? (Number) node.longValue() : node.bigIntegerValue();
        }
        return node.doubleValue();
    }

    /** A value that is not JSON's own is an object whose first name begins with a dollar sign. */
    private static Object wrapped(JsonNode node, Function<String, BadRecordException> bad) {
        Map.Entry<String, JsonNode> first = node.properties().iterator().next();
        JsonNode inner = first.getValue();
        Object value = switch (first.getKey()) {
            case "$oid", "$symbol", "$uuid" -> inner.textValue();
            case "$numberInt", "$numberLong" -> integer(inner.asText());
            case "$numberDouble" -> floating(inner.asText());
            case "$numberDecimal" -> decimal(inner.asText());
            case "$date" -> date(inner);
            case "$binary" -> bytes(inner.isObject() ? inner.path("base64").asText(null) : inner.textValue());
            default -> node.toString();
        };
        if (value != null) {
            return value;
        }
        BadRecordException why = bad.apply("found a " + first.getKey() + " whose value is not one");
        if (why != null) {
            throw why;
        }
        return node.toString();
    }

    private static Long integer(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Double floating(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** NaN and infinities are floating-point numbers: the only ones that print so. */
    private static Number decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return switch (text) {
                case "NaN", "Infinity", "-Infinity" -> Double.valueOf(text);
                default -> null;
            };
        }
    }

    private static Date date(JsonNode node) {
        try {
            if (node.isIntegralNumber() && node.canConvertToLong()) {
                return new Date(node.longValue());
            }
            if (node.isObject()) {
                Long millis = integer(node.path("$numberLong").asText(""));
                return millis == null ? null : new Date(millis);
            }
            return node.isTextual() ? Date.from(instant(node.textValue())) : null;
        } catch (DateTimeException | IllegalArgumentException e) {
            return null;
        }
    }

    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    private static byte[] bytes(String base64) {
        try {
            return base64 == null ? null : Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

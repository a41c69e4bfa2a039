package dev.varve.connect.event;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads JSON that arrives as a text. Objects keep the order of their fields. An integer is a {@link Long}, or a
 * {@link java.math.BigInteger} beyond 64 bits; a number with a fraction is a {@link BigDecimal}, so that no digit is lost; one
 * so large or small that it is written with an exponent is a {@link Double}, if that is the same number.
 */
final class JsonText {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

    private JsonText() {}

    /** Whether the text can only be a JSON object, be it a damaged one. */
    static boolean looksLikeObject(String text) {
        return text.stripLeading().startsWith("{");
    }

    /**
     * The value as Java's own classes.
     *
     * @param bad makes the error of what is wrong, and where, without showing the text
     */
    static Object parse(String text, Function<String, BadRecordException> bad) {
        return valueOf(node(text, bad));
    }

    /** The value as a tree, if the text is JSON. */
    static Optional<JsonNode> find(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** The value as a tree. */
    static JsonNode node(String text, Function<String, BadRecordException> bad) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node.isMissingNode()) {
                throw bad.apply("it is empty");
            }
            return node;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw bad.apply(
                    "damaged" + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()));
        }
    }

    private static Object valueOf(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(field -> map.put(field.getKey(), valueOf(field.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>(node.size());
            node.forEach(element -> list.add(valueOf(element)));
            return list;
        }
        if (node.isNumber()) {
            return number(node);
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() ? null : node.textValue();
    }

    private static Number number(JsonNode node) {
        if (node.isIntegralNumber()) {
            return node.canConvertToLong() ? (Number) node.longValue() : node.bigIntegerValue();
        }
        BigDecimal exact = node.decimalValue();
        if (!hasExponent(exact)) {
            return exact;
        }
        double floating = exact.doubleValue();
        return Double.isFinite(floating) && new BigDecimal(Double.toString(floating)).compareTo(exact) == 0
                ? (Number) floating
                : exact;
    }

    private static boolean hasExponent(BigDecimal number) {
        return number.toString().indexOf('E') >= 0;
    }
}

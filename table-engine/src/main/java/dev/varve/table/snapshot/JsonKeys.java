package dev.varve.table.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.table.error.CorruptTableException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The keys of one JSON object, taken out by type. What is missing or of another type is reported with file and key. */
final class JsonKeys {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final JsonNode object;
    private final String fileName;

    private JsonKeys(JsonNode object, String fileName) {
        this.object = object;
        this.fileName = fileName;
    }

    static JsonKeys parse(String text, String fileName) {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException | NumberFormatException e) {
            throw new CorruptTableException(fileName + " is not JSON: " + e.getMessage(), e);
        }
        if (!node.isObject()) {
            throw new CorruptTableException(fileName
                    + (node.isMissingNode() ? " is empty" : " holds no JSON object but " + node.getNodeType()));
        }
        return new JsonKeys(node, fileName);
    }

    String fileName() {
        return fileName;
    }

    long number(String key) {
        return optionalNumber(key).orElseThrow(() -> missing(key));
    }

    OptionalLong optionalNumber(String key) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw corrupt(key, "is " + shorten(value) + "; expected an integer of 64 bits");
        }
        return OptionalLong.of(value.longValue());
    }

    /** A number with or without a fraction. */
    Optional<BigDecimal> optionalDecimal(String key) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return Optional.empty();
        }
        if (!value.isNumber()) {
            throw corrupt(key, "is " + shorten(value) + "; expected a number");
        }
        return Optional.of(value.decimalValue());
    }

    /** An array of integers of 32 bits. */
    Optional<List<Integer>> optionalIntegers(String key) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return Optional.empty();
        }
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isIntegralNumber() || !element.canConvertToInt()) {
                throw corrupt(key, "is " + shorten(value) + "; expected an array of integers");
            }
            numbers.add(element.intValue());
        }
        if (!value.isArray()) {
            throw corrupt(key, "is " + shorten(value) + "; expected an array of integers");
        }
        return Optional.of(numbers);
    }

    String text(String key) {
        return optionalText(key).orElseThrow(() -> missing(key));
    }

    Optional<String> optionalText(String key) {
        JsonNode value = object.get(key);
        return isAbsent(value) ? Optional.empty() : Optional.of(text(key, value));
    }

    /** An object of texts in the order of the file; empty if it is not there. */
    Map<String, String> optionalTexts(String key) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return Map.of();
        }
        if (!value.isObject()) {
            throw corrupt(key, "is " + shorten(value) + "; expected an object of texts");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Iterator<Map.Entry<String, JsonNode>> entries = value.fields(); entries.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = entries.next();
            texts.put(entry.getKey(), text(key + "." + entry.getKey(), entry.getValue()));
        }
        return texts;
    }

    CorruptTableException corrupt(String key, String what) {
        return new CorruptTableException(fileName + ": '" + key + "' " + what);
    }

    private String text(String key, JsonNode value) {
        if (!value.isTextual()) {
            throw corrupt(key, "is " + shorten(value) + "; expected a text");
        }
        return value.textValue();
    }

    private CorruptTableException missing(String key) {
        return corrupt(key, "is missing");
    }

    private static boolean isAbsent(JsonNode value) {
        return value == null || value.isNull();
    }

    private static String shorten(JsonNode value) {
        String text = value.toString();
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}

package dev.varve.it.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connector's name and configuration, in the form that is posted to {@code /connectors}. */
public record ConnectorDocument(String name, Map<String, String> config) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PLACEHOLDER = Pattern.compile("@([A-Z_]+)@");

    public ConnectorDocument {
        config = Map.copyOf(config);
    }

    /**
     * Reads a file in which {@code @NAME@} stands for a value that is known only at run time.
     *
     * @param values by the placeholders' names
     * @throws HarnessException if a placeholder has no value
     */
    public static ConnectorDocument read(Path template, Map<String, String> values) {
        try {
            Matcher placeholders = PLACEHOLDER.matcher(Files.readString(template));
            String text = placeholders.replaceAll(
                    found -> Matcher.quoteReplacement(jsonText(value(found, values, template))));
            JsonNode document = JSON.readTree(text);
            Map<String, String> config = new LinkedHashMap<>();
            document.path("config")
                    .fields()
                    .forEachRemaining(setting ->
                            config.put(setting.getKey(), setting.getValue().asText()));
            return new ConnectorDocument(document.path("name").asText(), config);
        } catch (JsonProcessingException notJson) {
            throw new HarnessException(template + " is not JSON: " + notJson.getMessage(), notJson);
        } catch (IOException failed) {
            throw new HarnessException(template + " cannot be read", failed);
        }
    }

    /** The same with one more setting, or another value for it. */
    public ConnectorDocument with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(config);
        changed.put(key, value);
        return new ConnectorDocument(name, changed);
    }

    /** The same configuration under another name. */
    public ConnectorDocument named(String newName) {
        return new ConnectorDocument(newName, config);
    }

    /** {@code tasks.max}. */
    public int tasks() {
        return Integer.parseInt(config.getOrDefault("tasks.max", "1"));
    }

    JsonNode toJson() {
        ObjectNode document = JSON.createObjectNode().put("name", name);
        document.set("config", JSON.valueToTree(config));
        return document;
    }

    private static String value(MatchResult placeholder, Map<String, String> values, Path template) {
        String value = values.get(placeholder.group(1));
        if (value == null) {
            throw new HarnessException(
                    template + " has the placeholder " + placeholder.group() + "; known are " + values.keySet());
        }
        return value;
    }

    /** The value as it stands between the quotes of a JSON text. */
    private static String jsonText(String value) {
        String quoted = JSON.getNodeFactory().textNode(value).toString();
        return quoted.substring(1, quoted.length() - 1);
    }
}

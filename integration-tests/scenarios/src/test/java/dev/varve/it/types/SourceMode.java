package dev.varve.it.types;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One way to run the source connector.
 *
 * @param name of topics, connectors and the database of the copies
 * @param avro whether values go through Kafka in Avro; in JSON with schemas otherwise
 * @param settings of the source connector
 */
record SourceMode(String name, boolean avro, Map<String, String> settings) {
    SourceMode {
        settings = Map.copyOf(settings);
    }

    static SourceMode json(String name, String... settings) {
        return new SourceMode(name, false, map(settings));
    }

    static SourceMode avro(String name, String... settings) {
        return new SourceMode(name, true, map(settings));
    }

    /** Whether the source was told so. */
    boolean has(String setting, String value) {
        return value.equals(settings.get(setting));
    }

    private static Map<String, String> map(String... namesAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}

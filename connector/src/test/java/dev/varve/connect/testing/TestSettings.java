package dev.varve.connect.testing;

import dev.varve.connect.config.SinkSettings;
import java.util.HashMap;
import java.util.Map;

/** Settings for tests: a warehouse and a name, and what the test is about. */
public final class TestSettings {
    private TestSettings() {}

    public static Map<String, String> properties(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.putIfAbsent("warehouse", "/lake");
        all.putIfAbsent("name", "lake-sink");
        return all;
    }

    public static SinkSettings of(Map<String, String> properties) {
        return SinkSettings.parse(properties(properties));
    }
}

package dev.varve.connect.config;

import java.util.Map;
import java.util.TreeMap;

/**
 * How the brokers can be asked beside the task's consumer.
 *
 * @param client settings of an admin client, without our prefix; may hold secrets, so {@link #toString} hides those
 */
public record KafkaSettings(Map<String, String> client) {
    private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

    public KafkaSettings {
        client = Map.copyOf(client);
    }

    /** Whether the brokers are known. */
    public boolean isGiven() {
        return client.containsKey(BOOTSTRAP_SERVERS);
    }

    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>();
        client.forEach((key, value) -> shown.put(key, Secrets.shown(key, value)));
        return "KafkaSettings[client=" + shown + "]";
    }
}

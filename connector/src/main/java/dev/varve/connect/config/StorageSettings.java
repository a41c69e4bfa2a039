package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where tables lie.
 *
 * @param warehouse path or URI
 * @param hadoop settings for Hadoop, without our prefix; may hold secrets, so {@link #toString} hides those
 */
public record StorageSettings(String warehouse, Map<String, String> hadoop) {
    public StorageSettings {
        requireNonNull(warehouse, "warehouse is null");
        hadoop = Map.copyOf(hadoop);
    }

    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>();
        hadoop.forEach((key, value) -> shown.put(key, Secrets.shown(key, value)));
        return "StorageSettings[warehouse=" + warehouse + ", hadoop=" + shown + "]";
    }
}

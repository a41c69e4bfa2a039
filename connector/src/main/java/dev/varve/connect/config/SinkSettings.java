package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;

/**
 * All settings of a connector, parsed once. Immutable; printing it shows no secrets.
 *
 * @param connectorName the connector's name, {@code ""} if it was not given
 * @param tasksMax upper bound of tasks
 */
public record SinkSettings(
        String connectorName,
        int tasksMax,
        StorageSettings storage,
        KafkaSettings kafka,
        RoutingSettings routing,
        EventSettings events,
        ConversionSettings conversion,
        TableSettings tables,
        CommitSettings commits) {
    public SinkSettings {
        requireNonNull(connectorName, "connectorName is null");
        requireNonNull(storage, "storage is null");
        requireNonNull(kafka, "kafka is null");
        requireNonNull(routing, "routing is null");
        requireNonNull(events, "events is null");
        requireNonNull(conversion, "conversion is null");
        requireNonNull(tables, "tables is null");
        requireNonNull(commits, "commits is null");
    }

    /**
     * Parses a connector's or task's properties.
     *
     * @throws ConfigException naming every setting that is wrong, and why
     */
    public static SinkSettings parse(Map<String, String> properties) {
        SettingsReader reader = SettingsReader.read(properties);
        return reader.settings()
                .orElseThrow(() -> new ConfigException(reader.problems().text()));
    }

    /**
     * What {@code SinkConnector.validate} answers: a value for every defined setting, and one for every unknown or completed
     * name with which something is wrong.
     */
    public static Config validate(Map<String, String> properties) {
        return SettingsReader.read(properties).toConfig();
    }
}

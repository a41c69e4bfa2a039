package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How records are understood.
 *
 * @param unavailableValue the text that stands for a value which the source did not send
 * @param forcedTopics topics whose records are always rows, even if they look like Debezium's own
 */
public record EventSettings(
        CdcFormat format,
        TombstonePolicy tombstones,
        TruncatePolicy truncates,
        MessagePolicy messages,
        String unavailableValue,
        Optional<Pattern> forcedTopics) {
    public EventSettings {
        requireNonNull(format, "format is null");
        requireNonNull(tombstones, "tombstones is null");
        requireNonNull(truncates, "truncates is null");
        requireNonNull(messages, "messages is null");
        requireNonNull(unavailableValue, "unavailableValue is null");
        requireNonNull(forcedTopics, "forcedTopics is null");
    }
}

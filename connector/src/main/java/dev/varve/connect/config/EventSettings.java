package dev.varve.connect.config;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How records are understood.
 *
 * @param unavailableValue the text that stands for a value which the source did not send
 * @param forcedTopics topics whose records are always rows, even if they look like Debezium's own
 * @param mongoLayout how a document of MongoDB becomes columns
 * @param heartbeats what Debezium's heartbeats do
 * @param transactions what Debezium's transaction boundaries do
 */
public record EventSettings(
        CdcFormat format,
        TombstonePolicy tombstones,
        TruncatePolicy truncates,
        MessagePolicy messages,
        String unavailableValue,
        Optional<Pattern> forcedTopics,
        MongoLayout mongoLayout,
        ServiceRecordPolicy heartbeats,
        ServiceRecordPolicy transactions) {
    public EventSettings {
        requireNonNull(format, "format is null");
        requireNonNull(tombstones, "tombstones is null");
        requireNonNull(truncates, "truncates is null");
        requireNonNull(messages, "messages is null");
        requireNonNull(unavailableValue, "unavailableValue is null");
        requireNonNull(forcedTopics, "forcedTopics is null");
        requireNonNull(mongoLayout, "mongoLayout is null");
        requireNonNull(heartbeats, "heartbeats is null");
        requireNonNull(transactions, "transactions is null");
    }
}

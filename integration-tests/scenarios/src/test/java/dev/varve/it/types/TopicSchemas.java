package dev.varve.it.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.it.kafka.Broker;
import dev.varve.it.process.HarnessException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The Connect schemas of a topic of change events, as JSON carries them in every message. */
final class TopicSchemas {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Map<String, String> BASE = Map.of("float", "FLOAT32", "double", "FLOAT64");

    private TopicSchemas() {}

    /** By column: the schema's name if it has one, else its base type as Connect's API writes it. */
    static Map<String, String> read(Broker broker, String topic) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            for (ConsumerRecord<String, String> record : consumer.poll(LIMIT)) {
                return columns(new ObjectMapper().readTree(record.value()).path("schema"));
            }
            throw new HarnessException("topic " + topic + " has no records");
        } catch (IOException notJson) {
            throw new HarnessException("a record of " + topic + " is not JSON", notJson);
        }
    }

    private static Map<String, String> columns(JsonNode envelope) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (JsonNode image : envelope.path("fields")) {
            if (image.path("field").asText().equals("after")) {
                image.path("fields")
                        .forEach(column -> columns.put(column.path("field").asText(), text(column)));
            }
        }
        return columns;
    }

    private static String text(JsonNode schema) {
        String type = schema.path("type").asText();
        if (schema.hasNonNull("name")) {
            return schema.path("name").asText();
        }
        return type.equals("array")
                ? "ARRAY of " + text(schema.path("items"))
                : BASE.getOrDefault(type, type.toUpperCase(Locale.ROOT));
    }
}

package dev.varve.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/** Records captured from real servers, as the real JSON converter hands them to a sink. */
public final class SampleRecords {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SampleRecords() {}

    /**
     * The records of a sample file, in order.
     *
     * @param name file name without {@code .json}; ends in {@code .with-schema} or {@code .schemaless}
     */
    public static List<SinkRecord> load(String name) {
        boolean withSchema = name.endsWith(".with-schema");
        try (JsonConverter keys = converter(withSchema, true);
                JsonConverter values = converter(withSchema, false)) {
            List<SinkRecord> records = new ArrayList<>();
            for (JsonNode node : read(name)) {
                records.add(record(node, keys, values));
            }
            return records;
        }
    }

    private static JsonNode read(String name) {
        try (InputStream file = SampleRecords.class.getResourceAsStream("/debezium/" + name + ".json")) {
            return JSON.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonConverter converter(boolean withSchema, boolean isKey) {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", Boolean.toString(withSchema)), isKey);
        return converter;
    }

    private static SinkRecord record(JsonNode node, JsonConverter keys, JsonConverter values) {
        String topic = node.get("topic").textValue();
        SchemaAndValue key = keys.toConnectData(topic, bytes(node.get("key")));
        SchemaAndValue value = values.toConnectData(topic, bytes(node.get("value")));
        return new SinkRecord(
                topic,
                node.get("partition").intValue(),
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                node.get("offset").longValue(),
                0L,
                TimestampType.CREATE_TIME);
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return node.isNull() ? null : JSON.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

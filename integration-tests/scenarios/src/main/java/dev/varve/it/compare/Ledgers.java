package dev.varve.it.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.it.process.HarnessException;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Reads the offsets that snapshots carry, as docs/exactly-once.md describes them. */
public final class Ledgers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Ledgers() {}

    /** The offsets that a snapshot carries of a connector, whatever ids topics have; empty if it carries none. */
    public static Optional<Map<TopicPartition, Long>> of(Snapshot snapshot, String connector) {
        return Optional.ofNullable(snapshot.properties().get("varve.offsets." + connector))
                .map(Ledgers::offsets);
    }

    private static Map<TopicPartition, Long> offsets(String ledger) {
        try {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            for (Map.Entry<String, JsonNode> topic : JSON.readTree(ledger).properties()) {
                String name = topic.getKey().split("@", 2)[0];
                for (Map.Entry<String, JsonNode> partition : topic.getValue().properties()) {
                    offsets.put(
                            new TopicPartition(name, Integer.parseInt(partition.getKey())),
                            partition.getValue().asLong());
                }
            }
            return offsets;
        } catch (JsonProcessingException notJson) {
            throw new HarnessException("not a ledger: " + ledger, notJson);
        }
    }
}

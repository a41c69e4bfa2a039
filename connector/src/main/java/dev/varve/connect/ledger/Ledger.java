package dev.varve.connect.ledger;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.table.error.CorruptTableException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The next offset to consume of every topic partition that one connector has landed in one table. Immutable. Its text form is
 * {@code {"topic":{"partition":offset}}}, topics by name and partitions by number.
 */
public record Ledger(Map<TopicPartition, Long> nextOffsets) {
    public static final Ledger EMPTY = new Ledger(Map.of());

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROPERTY_PREFIX = "varve.offsets.";

    public Ledger {
        nextOffsets = Map.copyOf(nextOffsets);
    }

    /** The snapshot property that holds the ledger with this id. */
    public static String property(String ledgerId) {
        return PROPERTY_PREFIX + requireNonNull(ledgerId, "ledgerId is null");
    }

    /** Whether a snapshot property is some connector's ledger. */
    public static boolean isLedgerProperty(String key) {
        return key.startsWith(PROPERTY_PREFIX);
    }

    /** The next offset of a partition, empty if nothing of it has ever landed here. */
    public OptionalLong find(TopicPartition partition) {
        Long offset = nextOffsets.get(partition);
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** This ledger with the given partitions set to the given offsets; the others stay. */
    public Ledger with(Map<TopicPartition, Long> changed) {
        var merged = new HashMap<>(nextOffsets);
        merged.putAll(changed);
        return new Ledger(merged);
    }

    /** This ledger without any memory of the given partitions. */
    public Ledger without(Iterable<TopicPartition> forgotten) {
        var rest = new HashMap<>(nextOffsets);
        forgotten.forEach(rest::remove);
        return new Ledger(rest);
    }

    /** The text form; {@link #parse} is the inverse. */
    public String format() {
        var sorted = new TreeMap<TopicPartition, Long>(
                Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
        sorted.putAll(nextOffsets);
        ObjectNode topics = JSON.createObjectNode();
        sorted.forEach((partition, offset) ->
                topics.withObjectProperty(partition.topic()).put(Integer.toString(partition.partition()), offset));
        return topics.toString();
    }

    /**
     * Reads the text form.
     *
     * @param where what is being read, for the message of a failure
     * @throws CorruptTableException if it is not a ledger
     */
    public static Ledger parse(String text, String where) {
        JsonNode topics;
        try {
            topics = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new CorruptTableException(where + " is not JSON: " + e.getOriginalMessage(), e);
        }
        requireObject(topics, where, text);
        var offsets = new HashMap<TopicPartition, Long>();
        topics.properties().forEach(topic -> {
            requireObject(topic.getValue(), where, text);
            topic.getValue()
                    .properties()
                    .forEach(entry -> offsets.put(
                            new TopicPartition(topic.getKey(), partition(entry.getKey(), where)),
                            offset(entry.getValue(), where)));
        });
        return new Ledger(offsets);
    }

    private static void requireObject(JsonNode node, String where, String text) {
        if (node == null || !node.isObject()) {
            throw new CorruptTableException(
                    where + " must be an object of topics with objects of partitions, found " + text);
        }
    }

    private static int partition(String text, String where) {
        try {
            int partition = Integer.parseInt(text);
            if (partition >= 0) {
                return partition;
            }
        } catch (NumberFormatException e) {
            throw new CorruptTableException(where + ": '" + text + "' is not a partition number", e);
        }
        throw new CorruptTableException(where + ": '" + text + "' is not a partition number");
    }

    private static long offset(JsonNode node, String where) {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
            throw new CorruptTableException(where + ": " + node + " is not an offset");
        }
        return node.longValue();
    }
}

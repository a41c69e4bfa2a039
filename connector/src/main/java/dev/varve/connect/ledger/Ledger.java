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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The next offset to consume of every topic partition that one connector has landed in one table. Immutable. Its text form is
 * {@code {"topic":{"partition":offset}}}, topics by name and partitions by number. Where the topic's id is known it stands behind
 * the name, {@code topic@id}; names of topics have no {@code @}. Partitions of one topic may have been landed in different lives of
 * it, and stand apart then.
 */
public record Ledger(Map<TopicPartition, LedgerEntry> entries) {
    public static final Ledger EMPTY = new Ledger(Map.of());

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROPERTY_PREFIX = "varve.offsets.";
    private static final char ID_MARK = '@';

    public Ledger {
        entries = Map.copyOf(entries);
    }

    /** Offsets of topics whose ids are not known. */
    public static Ledger of(Map<TopicPartition, Long> nextOffsets) {
        return new Ledger(withoutIds(nextOffsets));
    }

    private static Map<TopicPartition, LedgerEntry> withoutIds(Map<TopicPartition, Long> offsets) {
        var entries = new HashMap<TopicPartition, LedgerEntry>();
        offsets.forEach((partition, offset) -> entries.put(partition, LedgerEntry.at(offset)));
        return entries;
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
        LedgerEntry entry = entries.get(partition);
        return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.next());
    }

    /** What is known of a partition, empty if nothing of it has ever landed here. */
    public Optional<LedgerEntry> entry(TopicPartition partition) {
        return Optional.ofNullable(entries.get(partition));
    }

    /** This ledger with the given partitions set to what is given; the others stay. */
    Ledger advanced(Map<TopicPartition, LedgerEntry> changed) {
        var merged = new HashMap<>(entries);
        merged.putAll(changed);
        return new Ledger(merged);
    }

    /** This ledger with the given partitions set to the given offsets, of whatever topic; the others stay. */
    public Ledger with(Map<TopicPartition, Long> changed) {
        return advanced(withoutIds(changed));
    }

    /** This ledger without any memory of the given partitions. */
    public Ledger without(Iterable<TopicPartition> forgotten) {
        var rest = new HashMap<>(entries);
        forgotten.forEach(rest::remove);
        return new Ledger(rest);
    }

    /** The text form; {@link #parse} is the inverse. */
    public String format() {
        var sorted = new TreeMap<TopicPartition, LedgerEntry>(
                Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
        sorted.putAll(entries);
        ObjectNode topics = JSON.createObjectNode();
        sorted.forEach((partition, entry) -> topics.withObjectProperty(key(partition.topic(), entry.topicId()))
                .put(Integer.toString(partition.partition()), entry.next()));
        return topics.toString();
    }

    private static String key(String topic, Optional<String> id) {
        return id.map(known -> topic + ID_MARK + known).orElse(topic);
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
        var entries = new HashMap<TopicPartition, LedgerEntry>();
        topics.properties().forEach(topic -> {
            requireObject(topic.getValue(), where, text);
            int mark = topic.getKey().indexOf(ID_MARK);
            String name = mark < 0 ? topic.getKey() : topic.getKey().substring(0, mark);
            Optional<String> id =
                    mark < 0 ? Optional.empty() : Optional.of(topic.getKey().substring(mark + 1));
            topic.getValue().properties().forEach(found -> {
                var partition = new TopicPartition(name, partition(found.getKey(), where));
                var entry = new LedgerEntry(offset(found.getValue(), where), id);
                if (entries.put(partition, entry) != null) {
                    throw new CorruptTableException(where + " names " + partition + " twice: " + text);
                }
            });
        });
        return new Ledger(entries);
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

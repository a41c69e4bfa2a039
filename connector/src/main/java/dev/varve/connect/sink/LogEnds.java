package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Notices ledgers that have come further than Kafka's log. Where a table is known from records only, its ledger is read after the
 * partition was opened; without this look every record of a topic that was created anew would pass for landed until its offsets
 * reach the old ones. The brokers are asked only if what they said last is below the ledger. Confined to the task's thread.
 */
final class LogEnds {
    private final KafkaLog log;
    private final Map<TopicPartition, Long> known = new HashMap<>();

    LogEnds(KafkaLog log) {
        this.log = log;
    }

    /**
     * The ends of those logs that end below an offset that was landed.
     *
     * @param landed next offsets to consume, as a ledger has them
     * @return without partitions that the brokers say nothing of; in the order of topics and partitions
     */
    Map<TopicPartition, Long> below(Map<TopicPartition, Long> landed) {
        Set<TopicPartition> doubtful = landed.keySet().stream()
                .filter(partition -> isBelow(partition, landed))
                .collect(Collectors.toSet());
        if (doubtful.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, LogBounds> now = log.bounds(doubtful);
        now.forEach((partition, bounds) -> known.put(partition, bounds.end()));
        var ends = new TreeMap<TopicPartition, Long>(Starts.IN_ORDER);
        doubtful.stream()
                .filter(now::containsKey)
                .filter(partition -> isBelow(partition, landed))
                .forEach(partition -> ends.put(partition, known.get(partition)));
        return ends;
    }

    private boolean isBelow(TopicPartition partition, Map<TopicPartition, Long> landed) {
        return known.getOrDefault(partition, -1L) < landed.get(partition);
    }
}

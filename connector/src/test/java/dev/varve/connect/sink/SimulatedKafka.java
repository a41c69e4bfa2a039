package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import dev.varve.connect.sink.SimulatedRecord.Kind;
import dev.varve.table.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Logs with gaps, the offsets of one consumer group, and the bad records that were reported. Confined to one thread. */
public final class SimulatedKafka implements KafkaLog {
    private final Map<TopicPartition, NavigableMap<Long, SimulatedRecord>> logs = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Long> starts = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final Set<String> reported = new HashSet<>();
    private final Map<TopicPartition, Integer> lives = new HashMap<>();
    private boolean hasTopicIds;

    public void create(String topic, int partitions) {
        for (int i = 0; i < partitions; i++) {
            var partition = new TopicPartition(topic, i);
            logs.put(partition, new TreeMap<>());
            ends.put(partition, 0L);
        }
    }

    /** Deletes a topic and creates it anew; the group's offsets stay. */
    public void recreate(String topic) {
        logs.forEach((partition, log) -> {
            if (partition.topic().equals(topic)) {
                log.clear();
                ends.put(partition, 0L);
                starts.remove(partition);
                lives.merge(partition, 1, Integer::sum);
            }
        });
    }

    /** The group's offsets are gone, as those of a deleted topic or of a group that has long been idle. */
    void forgetGroup() {
        committed.clear();
    }

    /** How often the partition's topic has been created anew. */
    public int life(TopicPartition partition) {
        return lives.getOrDefault(partition, 0);
    }

    /** The group's offset is deleted, as brokers do when a topic is. */
    public void forgetCommitted(TopicPartition partition) {
        committed.remove(partition);
    }

    /** Retention: records below this offset are gone. */
    public void expireBelow(TopicPartition partition, long offset) {
        logs.get(partition).headMap(offset, false).clear();
        starts.put(partition, offset);
    }

    public SimulatedRecord append(
            TopicPartition partition, Kind kind, TableId table, String key, Optional<String> column) {
        long offset = ends.get(partition);
        var record = new SimulatedRecord(partition, offset, kind, table, key, column);
        logs.get(partition).put(offset, record);
        ends.put(partition, offset + 1);
        return record;
    }

    public SimulatedRecord row(TopicPartition partition, TableId table) {
        return append(partition, Kind.ROW, table, partition.toString(), Optional.empty());
    }

    /** Offsets that no record will ever have: compaction, transaction markers. */
    public void gap(TopicPartition partition, long offsets) {
        ends.merge(partition, offsets, Long::sum);
    }

    public Set<TopicPartition> partitions() {
        return Set.copyOf(logs.keySet());
    }

    public Collection<SimulatedRecord> records(TopicPartition partition) {
        return logs.get(partition).values();
    }

    public long end(TopicPartition partition) {
        return ends.get(partition);
    }

    /** Where the group goes on, empty if it has never committed. */
    public Optional<Long> committed(TopicPartition partition) {
        return Optional.ofNullable(committed.get(partition));
    }

    public void commit(TopicPartition partition, long offset) {
        committed.put(partition, offset);
    }

    /** Up to {@code max} records from an offset on; an offset out of range is reset to the earliest, as sinks are configured. */
    public List<SimulatedRecord> fetch(TopicPartition partition, long from, int max) {
        var batch = new ArrayList<SimulatedRecord>();
        for (SimulatedRecord record :
                logs.get(partition).tailMap(inRange(partition, from), true).values()) {
            if (batch.size() == max) {
                break;
            }
            batch.add(record);
        }
        return batch;
    }

    public long inRange(TopicPartition partition, long offset) {
        return offset > ends.get(partition) ? 0 : offset;
    }

    public void report(SimulatedRecord record) {
        reported.add(record.id());
    }

    public Set<String> reported() {
        return reported;
    }

    @Override
    public Map<TopicPartition, LogBounds> bounds(Collection<TopicPartition> partitions) {
        var bounds = new HashMap<TopicPartition, LogBounds>();
        for (TopicPartition partition : partitions) {
            bounds.put(partition, new LogBounds(starts.getOrDefault(partition, 0L), ends.get(partition)));
        }
        return bounds;
    }

    /** From now on topics have ids, as those of brokers do. */
    public SimulatedKafka withTopicIds() {
        hasTopicIds = true;
        return this;
    }

    public boolean hasTopicIds() {
        return hasTopicIds;
    }

    @Override
    public Map<String, String> topicIds(Collection<String> topics) {
        var ids = new HashMap<String, String>();
        if (hasTopicIds) {
            logs.keySet().stream()
                    .filter(partition -> topics.contains(partition.topic()))
                    .forEach(partition -> ids.put(partition.topic(), "id" + life(partition)));
        }
        return ids;
    }

    @Override
    public Map<TopicPartition, Long> groupOffsets(Collection<TopicPartition> partitions) {
        var offsets = new HashMap<>(committed);
        offsets.keySet().retainAll(partitions);
        return offsets;
    }

    @Override
    public void close() {}
}

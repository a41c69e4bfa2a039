package dev.varve.it.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.it.compare.TableReader;
import dev.varve.it.kafka.Broker;
import dev.varve.table.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One topic of amounts by key, and what the table that it feeds must hold. Records are {@code {"id":…,"amount":…}}; each amount is another,
 * so that a sum tells which were added. The test says which of them land, and how often.
 */
public final class Amounts implements AutoCloseable {
    public static final int PARTITIONS = 2;

    private static final int KEYS_PER_PARTITION = 3;

    private final String topic;
    private final boolean sums;
    private final KafkaProducer<String, String> producer;
    private final List<List<Long>> records = new ArrayList<>();
    private final Map<String, Long> rows = new TreeMap<>();
    private long lastAmount;

    /**
     * @param topic which has the name of its table; exists and is empty
     * @param sums whether the table adds amounts up; else it keeps the last of each key
     */
    public Amounts(Broker broker, String topic, boolean sums) {
        this.topic = topic;
        this.sums = sums;
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
        recreated();
    }

    public String topic() {
        return topic;
    }

    public TableId table() {
        return new TableId("default", topic);
    }

    /** The topic is empty, and its offsets begin at 0 again. */
    public void recreated() {
        records.clear();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            records.add(new ArrayList<>());
        }
    }

    /** Writes so many records to each partition; returns when the broker has them. */
    public void produce(int perPartition) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (int i = 0; i < perPartition; i++) {
                int id = id(partition, records.get(partition).size());
                long amount = 1 + 2 * lastAmount % 1_000_003;
                lastAmount = amount;
                records.get(partition).add(amount);
                producer.send(new ProducerRecord<>(
                        topic, partition, "{\"id\":" + id + "}", "{\"id\":" + id + ",\"amount\":" + amount + "}"));
            }
        }
        producer.flush();
    }

    private static int id(int partition, int offset) {
        return partition * KEYS_PER_PARTITION + offset % KEYS_PER_PARTITION;
    }

    /** Says that the records of each partition from an offset to the end land now. */
    public void land(int from) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Long> amounts = records.get(partition);
            for (int offset = from; offset < amounts.size(); offset++) {
                rows.merge(
                        Integer.toString(id(partition, offset)),
                        amounts.get(offset),
                        sums ? Long::sum : (old, last) -> last);
            }
        }
    }

    /** Records in each partition so far. */
    public int count() {
        return records.get(0).size();
    }

    /** The same offset in each partition. */
    public Map<TopicPartition, Long> at(long offset) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            offsets.put(new TopicPartition(topic, partition), offset);
        }
        return offsets;
    }

    /** The table holds what was said to land. */
    public void requireRows(TableReader reader) throws Exception {
        Map<String, List<String>> expected = new TreeMap<>();
        rows.forEach((id, amount) -> expected.put(id, List.of(id, Long.toString(amount))));
        assertThat(new TreeMap<>(reader.read(table()).rows()))
                .as("%s read by %s", table(), reader.name())
                .isEqualTo(expected);
    }

    @Override
    public void close() {
        producer.close();
    }
}

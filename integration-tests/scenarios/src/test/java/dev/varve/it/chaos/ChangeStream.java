package dev.varve.it.chaos;

import dev.varve.it.kafka.Broker;
import dev.varve.it.process.HarnessException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Changes of a source table that exists in memory only, written to a topic as Debezium writes them (JSON without schemas): creates,
 * updates with the row before, deletes with a tombstone behind them. The seed decides which row changes, and how.
 *
 * <p>A row stays in the partition that its key names, however many partitions there are; the rows of a new partition come with it.
 * Everything but {@link #partitions} is confined to one thread.
 */
final class ChangeStream implements AutoCloseable {
    /** As many as a topic has at most. */
    static final int MOST_PARTITIONS = 8;

    static final int GROUPS = 2_000;
    private static final int MOST_AMOUNT = 1_000;
    private static final int PERCENT = 100;
    private static final int PERCENT_DELETED = 12;
    private static final int PERCENT_MOVED = 25;

    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final int keysPerPartition;
    private final boolean tombstones;
    private final Random random;
    private final BitSet alive;
    private final int[] versions;
    private final short[] groups;
    private final short[] amounts;
    private final BitSet everInGroup = new BitSet();
    private final long[] written = new long[MOST_PARTITIONS];
    private volatile int partitions;
    private volatile Optional<Exception> failure = Optional.empty();
    private long events;

    /**
     * @param partitions that the topic has now
     * @param tombstones whether a delete event is followed by a record without a value
     */
    ChangeStream(Broker broker, String topic, int partitions, int keysPerPartition, boolean tombstones, long seed) {
        this.topic = topic;
        this.partitions = partitions;
        this.keysPerPartition = keysPerPartition;
        this.tombstones = tombstones;
        this.random = new Random(seed);
        int keys = keysPerPartition * MOST_PARTITIONS;
        alive = new BitSet(keys);
        versions = new int[keys];
        groups = new short[keys];
        amounts = new short[keys];
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG, "20",
                        // A producer that does not know of a new partition yet asks soon.
                        ProducerConfig.METADATA_MAX_AGE_CONFIG, "5000",
                        ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4"),
                new StringSerializer(),
                new StringSerializer());
    }

    String topic() {
        return topic;
    }

    int partitions() {
        return partitions;
    }

    /** From now on the topic has so many. */
    void partitions(int newPartitions) {
        partitions = newPartitions;
    }

    /** Change events so far, tombstones not counted. */
    long events() {
        return events;
    }

    /** Writes one change of some row; rows with small numbers change more often. */
    void change() {
        int partition = random.nextInt(partitions);
        double place = random.nextDouble();
        int row = (int) (place * place * keysPerPartition) * MOST_PARTITIONS + partition;
        String key = "{\"id\":" + row + "}";
        String before = alive.get(row) ? json(row) : "null";
        boolean delete = alive.get(row) && random.nextInt(PERCENT) < PERCENT_DELETED;
        String op = delete ? "d" : alive.get(row) ? "u" : "c";
        if (delete) {
            alive.clear(row);
        } else {
            set(row);
        }
        send(partition, key, envelope(op, before, delete ? "null" : json(row)));
        if (delete && tombstones) {
            send(partition, key, null);
        }
        events++;
    }

    private void set(int row) {
        if (!alive.get(row) || random.nextInt(PERCENT) < PERCENT_MOVED) {
            groups[row] = (short) random.nextInt(GROUPS);
        }
        alive.set(row);
        versions[row]++;
        amounts[row] = (short) (1 + random.nextInt(MOST_AMOUNT));
        everInGroup.set(groups[row]);
    }

    private String json(int row) {
        return "{\"id\":" + row + ",\"version\":" + versions[row] + ",\"grp\":" + groups[row]
                + ",\"entries\":1,\"amount\":" + amounts[row] + ",\"note\":\"" + note(row) + "\"}";
    }

    private String note(int row) {
        return "version " + versions[row] + " of " + row;
    }

    private String envelope(String op, String before, String after) {
        return "{\"op\":\"" + op + "\",\"before\":" + before + ",\"after\":" + after
                + ",\"source\":{\"connector\":\"postgresql\",\"name\":\"chaos\",\"db\":\"chaos\",\"schema\":\"public\",\"table\":\""
                + topic + "\"},\"ts_ms\":" + events + "}";
    }

    private void send(int partition, String key, String value) {
        written[partition]++;
        producer.send(new ProducerRecord<>(topic, partition, key, value), (metadata, failed) -> {
            if (failed != null) {
                failure = Optional.of(failed);
            }
        });
    }

    /** Returns when the broker has everything. */
    void flush() {
        producer.flush();
        failure.ifPresent(failed -> {
            throw new HarnessException("a change could not be written to " + topic, failed);
        });
    }

    /** The partitions' end offsets. */
    Map<TopicPartition, Long> ends() {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(topic, partition), written[partition]);
        }
        return ends;
    }

    /**
     * One row of the source.
     *
     * @param group in which it counts
     */
    record Row(long id, long version, long group, long amount, String note) {}

    /** Rows that there are now, by id. */
    Map<Long, Row> rows() {
        Map<Long, Row> rows = new HashMap<>();
        alive.stream()
                .forEach(
                        row -> rows.put((long) row, new Row(row, versions[row], groups[row], amounts[row], note(row))));
        return rows;
    }

    /** Tells the groups that rows have ever been in. */
    void eachGroup(LongConsumer consumer) {
        everInGroup.stream().forEach(consumer::accept);
    }

    @Override
    public void close() {
        producer.close();
    }
}

package dev.varve.it.fanout;

import dev.varve.it.kafka.Broker;
import dev.varve.it.process.HarnessException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes events of many tables to one topic, mixed by a seed, and remembers them. {@code seq} counts from 0 in each partition, so
 * that it is the event's offset. A table has events in every partition.
 */
public final class FanOutEvents implements AutoCloseable {
    private static final int SLOTS = 8;
    private static final int MOST = 1_000;

    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final List<String> tables;
    private final long[] next;
    private final Random random;
    private final Map<String, List<Event>> events = new HashMap<>();

    /**
     * @param slot one of few in each partition
     * @param amount what is added up
     */
    public record Event(int partition, long seq, String slot, long amount) {}

    /** @param partitions of the topic, which exists and is empty */
    public FanOutEvents(Broker broker, String topic, int partitions, List<String> tables, long seed) {
        this.topic = topic;
        this.tables = List.copyOf(tables);
        this.next = new long[partitions];
        this.random = new Random(seed);
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        "20"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Writes so many events, spread evenly over the partitions, and returns when the broker has them all. */
    public void produce(int count) {
        List<Future<RecordMetadata>> sent = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int partition = i % next.length;
            Event event = new Event(
                    partition, next[partition]++, partition + "-" + random.nextInt(SLOTS), 1 + random.nextInt(MOST));
            String table = tables.get(random.nextInt(tables.size()));
            events.computeIfAbsent(table, name -> new ArrayList<>()).add(event);
            sent.add(producer.send(new ProducerRecord<>(topic, partition, key(event), value(table, event))));
        }
        producer.flush();
        sent.forEach(this::requireWritten);
    }

    private static String key(Event event) {
        return "{\"part\":%d,\"seq\":%d}".formatted(event.partition(), event.seq());
    }

    private static String value(String table, Event event) {
        return "{\"part\":%d,\"seq\":%d,\"tab\":\"%s\",\"slot\":\"%s\",\"events\":1,\"amount\":%d}"
                .formatted(event.partition(), event.seq(), table, event.slot(), event.amount());
    }

    private void requireWritten(Future<RecordMetadata> written) {
        try {
            written.get();
        } catch (ExecutionException failed) {
            throw new HarnessException("an event could not be written to " + topic, failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while writing to " + topic, stopped);
        }
    }

    /** All events of a table. */
    public List<Event> of(String table) {
        return events.getOrDefault(table, List.of());
    }

    /** The partitions' end offsets. */
    public Map<TopicPartition, Long> ends() {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (int partition = 0; partition < next.length; partition++) {
            ends.put(new TopicPartition(topic, partition), next[partition]);
        }
        return ends;
    }

    @Override
    public void close() {
        producer.close();
    }
}

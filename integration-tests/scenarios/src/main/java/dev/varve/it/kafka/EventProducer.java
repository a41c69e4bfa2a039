package dev.varve.it.kafka;

import dev.varve.it.process.HarnessException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes events without a schema that can be told apart: the key is {@code {"part":p,"seq":n}}, n counting from 0 in each
 * partition, so that an event's offset is its {@code seq}; the value repeats it with a text that follows from it.
 */
public final class EventProducer implements AutoCloseable {
    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final long[] next;

    /** @param partitions of the topic, which exists and is empty */
    public EventProducer(Broker broker, String topic, int partitions) {
        this.topic = topic;
        this.next = new long[partitions];
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG, "20",
                        ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** The text in the event's value. */
    public static String text(int partition, long sequence) {
        return "event " + sequence + " of " + partition;
    }

    /** Writes so many events, spread evenly, and returns when the broker has them all. */
    public void produce(int count) {
        List<Future<RecordMetadata>> sent = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int partition = i % next.length;
            long sequence = next[partition]++;
            String key = "{\"part\":%d,\"seq\":%d}".formatted(partition, sequence);
            String value = "{\"part\":%d,\"seq\":%d,\"text\":\"%s\"}"
                    .formatted(partition, sequence, text(partition, sequence));
            sent.add(producer.send(new ProducerRecord<>(topic, partition, key, value)));
        }
        producer.flush();
        sent.forEach(this::requireWritten);
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

    /** Events written to each partition so far, which is the partition's end offset. */
    public long[] counts() {
        return next.clone();
    }

    @Override
    public void close() {
        producer.close();
    }
}

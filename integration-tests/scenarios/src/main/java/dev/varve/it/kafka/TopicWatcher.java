package dev.varve.it.kafka;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads topics from their beginning in a thread of its own, and remembers how far they go. */
public final class TopicWatcher implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<String, String> consumer;
    private final Predicate<ConsumerRecord<String, String>> isEnd;
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> afterLastRecord = new ConcurrentHashMap<>();
    private final AtomicLong records = new AtomicLong();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "topic-watcher");
    private final AtomicLong ends = new AtomicLong();

    /**
     * @param topics all of whose names match; new ones are found within a second
     * @param isEnd recognises the record that a source sends when it has nothing more to say for now; it is not counted
     */
    public TopicWatcher(Broker broker, Pattern topics, Predicate<ConsumerRecord<String, String>> isEnd) {
        this.isEnd = isEnd;
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG, "watcher-" + UUID.randomUUID(),
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                        ConsumerConfig.METADATA_MAX_AGE_CONFIG, "1000"),
                new StringDeserializer(),
                new StringDeserializer());
        consumer.subscribe(topics);
        thread.setDaemon(true);
        thread.start();
    }

    /** Records seen so far. */
    public long records() {
        requireHealthy();
        return records.get();
    }

    /** Waits until this many topics have a record. */
    public void awaitTopics(int count, Duration limit) {
        Waiting.untilTrue(
                "records in " + count + " topics",
                limit,
                () -> {
                    requireHealthy();
                    return afterLastRecord.keySet().stream()
                                    .map(TopicPartition::topic)
                                    .distinct()
                                    .count()
                            >= count;
                },
                () -> "seen so far: " + describe());
    }

    /** Waits for this many end records, then until everything before the last of them has been seen too. */
    public void awaitEnd(long count, TopicAdmin admin, Duration limit) {
        Waiting.untilTrue(
                "the last change event in Kafka",
                limit,
                () -> {
                    requireHealthy();
                    return ends.get() >= count;
                },
                () -> "seen so far: " + describe());
        Map<TopicPartition, Long> ends = admin.endOffsets(List.copyOf(positions.keySet()));
        Waiting.untilTrue(
                "the watcher to read up to " + TopicAdmin.describe(ends),
                limit,
                () -> {
                    requireHealthy();
                    return ends.entrySet().stream()
                            .allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
                },
                () -> "seen so far: " + describe());
    }

    /**
     * For each partition with records, the offset after the last of them. Unlike the partition's end it does not count the marks
     * that transactions leave, which sinks do not see either.
     */
    public Map<TopicPartition, Long> afterLastRecord() {
        return new HashMap<>(afterLastRecord);
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private String describe() {
        return records.get() + " records, positions " + TopicAdmin.describe(positions);
    }

    private void requireHealthy() {
        RuntimeException cause = failure.get();
        if (cause != null) {
            throw new HarnessException("reading the topics failed: " + cause.getMessage(), cause);
        }
    }

    private void run() {
        try (consumer) {
            while (true) {
                consumer.poll(POLL).forEach(this::accept);
                consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
            }
        } catch (WakeupException closed) {
            // close() asked for it
        } catch (RuntimeException failed) {
            failure.set(failed);
        }
    }

    private void accept(ConsumerRecord<String, String> record) {
        if (isEnd.test(record)) {
            ends.incrementAndGet();
            return;
        }
        records.incrementAndGet();
        afterLastRecord.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
    }
}

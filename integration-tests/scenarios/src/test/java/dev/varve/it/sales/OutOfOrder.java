package dev.varve.it.sales;

import dev.varve.it.kafka.Broker;
import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
 * Two sources that each know half of a customer and number their versions, sent in disorder: shuffled within each topic, the topics
 * mixed in bursts, the halves of one customer in partitions of different numbers, so that two tasks write one row at once. All from
 * one seed.
 */
public final class OutOfOrder {
    public static final int PARTITIONS = 2;
    private static final int CUSTOMERS = 60;
    private static final int VERSIONS = 8;
    private static final int LONGEST_BURST = 120;
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(400);

    private final String prefix;
    private final Random random;
    private final Map<String, String> newest = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    /** One half of a customer. */
    private enum Half {
        PROFILE("name", "city"),
        BALANCE("amount", "currency");

        private final String first;
        private final String second;

        Half(String first, String second) {
            this.first = first;
            this.second = second;
        }

        String topic() {
            return name().toLowerCase(Locale.ROOT);
        }

        String version() {
            return topic() + "_version";
        }
    }

    private record Event(Half half, int customer, int version, String value) {}

    /** @param prefix the topics' first part */
    public OutOfOrder(String prefix, long seed) {
        this.prefix = prefix;
        this.random = new Random(seed);
    }

    /** Topics with {@link #PARTITIONS} partitions each. */
    public List<String> topics() {
        return List.of(topic(Half.PROFILE), topic(Half.BALANCE));
    }

    private String topic(Half half) {
        return prefix + "." + half.topic();
    }

    /** Sends everything; returns when the broker has it. */
    public void send(Broker broker) {
        List<List<Event>> halves = new ArrayList<>();
        for (Half half : Half.values()) {
            List<Event> events = events(half);
            Collections.shuffle(events, random);
            halves.add(events);
        }
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            while (halves.stream().anyMatch(half -> !half.isEmpty())) {
                List<Event> half = halves.get(random.nextInt(halves.size()));
                List<Event> burst = half.subList(0, Math.min(half.size(), 1 + random.nextInt(LONGEST_BURST)));
                burst.forEach(event -> sent.add(producer.send(record(event))));
                burst.clear();
                producer.flush();
                Waiting.pause(Duration.ofMillis(random.nextInt((int) LONGEST_PAUSE.toMillis())));
            }
        }
        sent.forEach(this::requireWritten);
    }

    /** Every version of each customer's half, the deletion of some among them; the highest is what must remain. */
    private List<Event> events(Half half) {
        List<Event> events = new ArrayList<>();
        for (int customer = 0; customer < CUSTOMERS; customer++) {
            // At least one version says that there is such a customer.
            int sure = 1 + random.nextInt(VERSIONS);
            for (int version = 1; version <= VERSIONS; version++) {
                boolean deletes = version != sure && random.nextInt(6) == 0;
                String first = random.nextInt(5) == 0 ? "null" : "\"" + half.first + " " + random.nextInt(100) + "\"";
                String second = random.nextInt(5) == 0 ? "null" : Integer.toString(random.nextInt(1000));
                String row = "{\"id\":%d,\"%s\":%d,\"%s\":%s,\"%s\":%s}"
                        .formatted(customer, half.version(), version, half.first, first, half.second, second);
                String value = deletes
                        ? "{\"op\":\"d\",\"before\":%s,\"after\":null}".formatted(row)
                        : "{\"op\":\"c\",\"before\":null,\"after\":%s}".formatted(row);
                events.add(new Event(half, customer, version, value));
                if (version == VERSIONS) {
                    String left = deletes ? version + "|null|null" : version + "|" + first + "|" + second;
                    newest.merge(
                            Integer.toString(customer), left.replace('"', '\''), (one, other) -> one + "|" + other);
                }
            }
        }
        return events;
    }

    private ProducerRecord<String, String> record(Event event) {
        int partition = (event.customer() + event.half().ordinal()) % PARTITIONS;
        String topic = topic(event.half());
        ends.merge(new TopicPartition(topic, partition), 1L, Long::sum);
        return new ProducerRecord<>(topic, partition, "{\"id\":%d}".formatted(event.customer()), event.value());
    }

    private void requireWritten(Future<RecordMetadata> written) {
        try {
            written.get();
        } catch (ExecutionException failed) {
            throw new HarnessException("an event could not be written", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while writing", stopped);
        }
    }

    /** Where each partition ends. */
    public Map<TopicPartition, Long> ends() {
        return Map.copyOf(ends);
    }

    /**
     * What must remain: by customer the columns {@code profile_version, name, city, balance_version, amount, currency} in
     * canonical text, separated by {@code |}.
     */
    public Map<String, String> newest() {
        return Map.copyOf(newest);
    }
}

package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers through an admin client of its own. What they do not answer in time is unknown: that costs a check, not the
 * task.
 */
public final class AdminKafkaLog implements KafkaLog {
    private static final Logger LOG = LoggerFactory.getLogger(AdminKafkaLog.class);
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Admin admin;
    private final String group;

    private AdminKafkaLog(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
    }

    /**
     * Connects.
     *
     * @param settings of the client, {@code bootstrap.servers} among them
     * @param group the connector's consumer group
     */
    public static AdminKafkaLog connect(Map<String, String> settings, String group) {
        return new AdminKafkaLog(Admin.create(new HashMap<>(settings)), group);
    }

    @Override
    public Map<TopicPartition, LogBounds> bounds(Collection<TopicPartition> partitions) {
        Map<TopicPartition, ListOffsetsResultInfo> starts = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(partitions, OffsetSpec.latest());
        var bounds = new HashMap<TopicPartition, LogBounds>();
        starts.forEach((partition, start) -> {
            ListOffsetsResultInfo end = ends.get(partition);
            if (end != null && start.offset() >= 0 && end.offset() >= start.offset()) {
                bounds.put(partition, new LogBounds(start.offset(), end.offset()));
            }
        });
        return bounds;
    }

    @Override
    public Map<String, String> topicIds(Collection<String> topics) {
        Map<String, KafkaFuture<TopicDescription>> asked = admin.describeTopics(
                        topics, patiently(new DescribeTopicsOptions()))
                .topicNameValues();
        var ids = new HashMap<String, String>();
        answers("ids of topics", asked).forEach((topic, description) -> {
            if (!description.topicId().equals(Uuid.ZERO_UUID)) {
                ids.put(topic, description.topicId().toString());
            }
        });
        return ids;
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which) {
        var specs = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> specs.put(partition, which));
        ListOffsetsResult result = admin.listOffsets(specs, patiently(new ListOffsetsOptions()));
        var asked = new HashMap<TopicPartition, KafkaFuture<ListOffsetsResultInfo>>();
        partitions.forEach(partition -> asked.put(partition, result.partitionResult(partition)));
        return answers("ends of partitions", asked);
    }

    @Override
    public Map<TopicPartition, Long> groupOffsets(Collection<TopicPartition> partitions) {
        var spec = new ListConsumerGroupOffsetsSpec().topicPartitions(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = answers(
                        "offsets of the group",
                        Map.of(
                                group,
                                admin.listConsumerGroupOffsets(
                                                Map.of(group, spec), patiently(new ListConsumerGroupOffsetsOptions()))
                                        .partitionsToOffsetAndMetadata(group)))
                .getOrDefault(group, Map.of());
        var offsets = new HashMap<TopicPartition, Long>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    /** All answers of one question together must not take longer than one does. */
    private static <O extends AbstractOptions<O>> O patiently(O options) {
        return options.timeoutMs((int) PATIENCE.toMillis());
    }

    /** The answers there are. That something does not exist is one as well, and needs no warning. */
    private static <K, V> Map<K, V> answers(String what, Map<K, KafkaFuture<V>> asked) {
        var answers = new HashMap<K, V>();
        var failures = new TreeMap<String, Throwable>();
        asked.forEach((about, future) -> {
            try {
                answers.put(about, future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    failures.put(about.toString(), e.getCause());
                }
            } catch (TimeoutException e) {
                failures.put(about.toString(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failures.put(about.toString(), e);
            }
        });
        if (!failures.isEmpty()) {
            Throwable first = failures.firstEntry().getValue();
            LOG.warn("no answer from Kafka about {} {}: going on without", what, failures.keySet(), first);
        }
        return answers;
    }

    @Override
    public void close() {
        admin.close(PATIENCE);
    }
}

package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
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
        asked.forEach((topic, description) -> answer("the id of topic " + topic, description)
                .map(TopicDescription::topicId)
                .filter(id -> !id.equals(Uuid.ZERO_UUID))
                .ifPresent(id -> ids.put(topic, id.toString())));
        return ids;
    }

    /** All answers of one question together must not take longer than one does. */
    private static <O extends AbstractOptions<O>> O patiently(O options) {
        return options.timeoutMs((int) PATIENCE.toMillis());
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which) {
        var specs = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> specs.put(partition, which));
        return answer("offsets of " + partitions, admin.listOffsets(specs).all())
                .orElse(Map.of());
    }

    @Override
    public Map<TopicPartition, Long> groupOffsets(Collection<TopicPartition> partitions) {
        var spec = new ListConsumerGroupOffsetsSpec().topicPartitions(partitions);
        Map<TopicPartition, OffsetAndMetadata> committed = answer(
                        "offsets of group " + group,
                        admin.listConsumerGroupOffsets(Map.of(group, spec)).partitionsToOffsetAndMetadata(group))
                .orElse(Map.of());
        var offsets = new HashMap<TopicPartition, Long>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    private static <V> Optional<V> answer(String what, KafkaFuture<V> asked) {
        try {
            return Optional.of(asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("no answer from Kafka about {}: going on without", what, e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        admin.close(PATIENCE);
    }
}

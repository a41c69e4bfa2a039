package dev.varve.it.kafka;

import dev.varve.it.process.HarnessException;
import dev.varve.it.process.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Topics and the offsets in them. */
public final class TopicAdmin implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Admin admin;

    public TopicAdmin(Broker broker) {
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()));
    }

    public void create(String topic, int partitions) {
        get(
                "creating topic " + topic,
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                        .all());
    }

    /** @param partitions how many there are then, the old ones included */
    public void increasePartitions(String topic, int partitions) {
        get(
                "adding partitions to " + topic,
                admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                        .all());
    }

    /** Deletes a topic; returns when it is gone. */
    public void delete(String topic) {
        get("deleting topic " + topic, admin.deleteTopics(List.of(topic)).all());
        Waiting.untilTrue(
                "topic " + topic + " to be gone",
                LIMIT,
                () -> !get("listing topics", admin.listTopics().names()).contains(topic),
                () -> "");
    }

    /** Lets everything before these offsets expire. */
    public void expire(Map<TopicPartition, Long> before) {
        Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
        before.forEach((partition, offset) -> records.put(partition, RecordsToDelete.beforeOffset(offset)));
        get("deleting records", admin.deleteRecords(records).all());
    }

    /** Deletes a stopped sink connector's consumer group, as if it had expired. */
    public void deleteSinkGroup(String connector) {
        get(
                "deleting the group of " + connector,
                admin.deleteConsumerGroups(List.of("connect-" + connector)).all());
    }

    /** Waits until so many tasks of a sink connector have partitions, and none is about to be moved. */
    public void awaitSinkMembers(String connector, int tasks) {
        String group = "connect-" + connector;
        Waiting.untilTrue(
                tasks + " tasks of " + connector + " to have partitions",
                LIMIT,
                () -> {
                    ConsumerGroupDescription description = describe(group);
                    long members = description.members().stream()
                            .filter(member ->
                                    !member.assignment().topicPartitions().isEmpty())
                            .count();
                    return description.groupState() == GroupState.STABLE && members == tasks;
                },
                () -> describe(group).toString());
    }

    private ConsumerGroupDescription describe(String group) {
        return get(
                        "describing group " + group,
                        admin.describeConsumerGroups(List.of(group)).all())
                .get(group);
    }

    /** Partitions of the topics whose names start so. */
    public List<TopicPartition> partitions(String topicPrefix) {
        List<String> topics = get("listing topics", admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(topicPrefix))
                .toList();
        return get("describing topics", admin.describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    /** Offset of the next record that would be written; with transactions, of the next that a reader of committed records meets. */
    public Map<TopicPartition, Long> endOffsets(List<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(
                        "reading end offsets",
                        admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                                .all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    /** The positions that a sink connector has committed to its consumer group. */
    public Map<TopicPartition, Long> sinkOffsets(String connector) {
        Map<TopicPartition, OffsetAndMetadata> committed = get(
                "reading the offsets of " + connector,
                admin.listConsumerGroupOffsets("connect-" + connector).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    /** In a form to print: {@code topic-partition=offset}, ordered. */
    public static String describe(Map<TopicPartition, Long> offsets) {
        Map<String, Long> ordered = new TreeMap<>();
        offsets.forEach((partition, offset) -> ordered.put(partition.toString(), offset));
        return ordered.toString();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private static <T> T get(String what, KafkaFuture<T> future) {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new HarnessException(what + " failed: " + failed.getCause().getMessage(), failed.getCause());
        } catch (TimeoutException late) {
            throw new HarnessException(what + " took longer than " + LIMIT.toSeconds() + " s", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while " + what, stopped);
        }
    }
}

package dev.varve.connect.testing;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Offsets of a consumer group without their metadata, to be compared. */
public final class GroupOffsets {
    private GroupOffsets() {}

    public static Map<TopicPartition, Long> of(Map<TopicPartition, OffsetAndMetadata> offsets) {
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }
}

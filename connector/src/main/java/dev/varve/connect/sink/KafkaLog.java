package dev.varve.connect.sink;

import dev.varve.connect.ledger.LogBounds;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What Kafka can be asked beside the task's consumer. Answers may lack partitions: then nothing is known of them. */
public interface KafkaLog extends AutoCloseable {
    /** Knows nothing. */
    KafkaLog UNKNOWN = new KafkaLog() {
        @Override
        public Map<TopicPartition, LogBounds> bounds(Collection<TopicPartition> partitions) {
            return Map.of();
        }

        @Override
        public Map<String, String> topicIds(Collection<String> topics) {
            return Map.of();
        }

        @Override
        public Map<TopicPartition, Long> groupOffsets(Collection<TopicPartition> partitions) {
            return Map.of();
        }

        @Override
        public void close() {}
    };

    Map<TopicPartition, LogBounds> bounds(Collection<TopicPartition> partitions);

    /** By name, the ids that these topics have now (KIP-516). A topic that is deleted and created anew gets another. */
    Map<String, String> topicIds(Collection<String> topics);

    /** Offsets that the connector's consumer group has committed. */
    Map<TopicPartition, Long> groupOffsets(Collection<TopicPartition> partitions);

    @Override
    void close();
}

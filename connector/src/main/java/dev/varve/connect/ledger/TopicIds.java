package dev.varve.connect.ledger;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Kafka's ids of the topics that a task's partitions belong to. */
@FunctionalInterface
public interface TopicIds {
    /** Knows none. */
    TopicIds UNKNOWN = partition -> Optional.empty();

    /** The id of the topic whose records the task takes, empty if it is not known. */
    Optional<String> of(TopicPartition partition);
}

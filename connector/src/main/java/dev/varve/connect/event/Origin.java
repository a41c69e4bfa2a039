package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

/**
 * Where a record lies in Kafka, before any transform: the position that offsets are kept for.
 *
 * @param topic the topic it was read from
 * @param partition the partition it was read from
 * @param offset its offset there
 */
public record Origin(String topic, int partition, long offset) {
    public Origin {
        requireNonNull(topic, "topic is null");
    }

    /** {@code topic-partition@offset}, as logs and errors name a record. */
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}

package dev.varve.it.kafka;

/** A Kafka broker that somebody else has started. */
public interface Broker {
    /** For clients: {@code host:port}. */
    String bootstrapServers();
}

package dev.varve.connect.event;

import java.util.Optional;

/** Where in its source a change happened, as far as the record tells. */
public interface EventSource {
    /** The record does not tell. */
    EventSource UNKNOWN = name -> Optional.empty();

    /** The name of the source's {@code db}, {@code schema} or {@code table}. */
    Optional<String> find(String name);

    /** A field of the source's block, as the record has it; null if there is none. */
    default Object valueOf(String name) {
        return find(name).orElse(null);
    }

    /** What Debezium's envelope says beside its rows: {@code op}, {@code ts_ms}, {@code transaction.id}; null if it does not. */
    default Object envelope(String path) {
        return null;
    }
}

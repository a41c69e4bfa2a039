package dev.varve.connect.event;

import java.util.Optional;

/** Where in its source a change happened, as far as the record tells. */
public interface EventSource {
    /** The record does not tell. */
    EventSource UNKNOWN = name -> Optional.empty();

    /** The name of the source's {@code db}, {@code schema} or {@code table}. */
    Optional<String> find(String name);
}

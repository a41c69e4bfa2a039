package dev.varve.connect.event;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Each partition's last event, and the key that it deleted if it did: the tombstone that follows says nothing new. Bounded by the
 * partitions a task has ever had. Confined to the task thread.
 */
final class LastDeletes {
    private final Map<String, Map<Integer, Last>> events = new HashMap<>();

    /** @param deleted the record's own key, as the tombstone will have it */
    private record Last(long offset, Optional<RecordKey> deleted) {}

    /** What comes before a tombstone. */
    enum Before {
        /** The delete of its key. */
        ITS_DELETE,
        /** Something else. */
        ANOTHER_EVENT,
        /** Nothing that was seen since the consumer began at this place of the partition: a delete may have landed before. */
        UNKNOWN
    }

    /**
     * Notes an event that a value stood for.
     *
     * @param key the record's own, as the tombstone will have it
     */
    void note(ChangeEvent event, RecordKey key) {
        Origin origin = event.origin();
        Optional<RecordKey> deleted = event instanceof ChangeEvent.Delete ? Optional.of(key) : Optional.empty();
        events.computeIfAbsent(origin.topic(), topic -> new HashMap<>())
                .put(origin.partition(), new Last(origin.offset(), deleted));
    }

    /** What came before a tombstone. A consumer that is sent back meets records before those that were noted last. */
    Before of(Origin tombstone, RecordKey key) {
        Last last = events.getOrDefault(tombstone.topic(), Map.of()).get(tombstone.partition());
        if (last == null || last.offset() >= tombstone.offset()) {
            return Before.UNKNOWN;
        }
        return last.deleted().filter(key::equals).isPresent() ? Before.ITS_DELETE : Before.ANOTHER_EVENT;
    }
}

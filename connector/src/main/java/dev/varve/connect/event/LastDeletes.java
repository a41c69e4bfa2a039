package dev.varve.connect.event;

import java.util.HashMap;
import java.util.Map;

/**
 * The key that each partition's last event deleted: the tombstone that follows says nothing new. Bounded by the partitions a
 * task has ever had. Confined to the task thread.
 */
final class LastDeletes {
    private final Map<String, Map<Integer, RecordKey>> keys = new HashMap<>();

    /**
     * Notes an event that a value stood for.
     *
     * @param key the record's own, as the tombstone will have it
     */
    void note(ChangeEvent event, RecordKey key) {
        Origin origin = event.origin();
        if (event instanceof ChangeEvent.Delete) {
            keys.computeIfAbsent(origin.topic(), topic -> new HashMap<>()).put(origin.partition(), key);
        } else {
            Map<Integer, RecordKey> ofTopic = keys.get(origin.topic());
            if (ofTopic != null) {
                ofTopic.remove(origin.partition());
            }
        }
    }

    /** Whether the last event of the partition deleted this key. */
    boolean wasLast(Origin origin, RecordKey key) {
        Map<Integer, RecordKey> ofTopic = keys.get(origin.topic());
        return ofTopic != null && key.equals(ofTopic.get(origin.partition()));
    }
}

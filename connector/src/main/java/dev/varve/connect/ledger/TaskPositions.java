package dev.varve.connect.ledger;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Where one task stands in each of its partitions. All offsets are those of the original topic and partition. Confined to the
 * task's thread.
 *
 * <p>For each partition: {@code next}, one past the last record delivered; {@code safe}, an offset below which every record is
 * landed, skipped by rule or reported — the first offset delivered, later the last one returned to the group; {@code sought}, the
 * ledger offset that the task asked the consumer to start from, until the first record after that; {@code moving}, whether the
 * consumer has been asked to go elsewhere but has not done so yet. The worker moves it before the next {@code put}; until then
 * what it says about the old place means nothing, and believing it would skip the dropped records.
 */
public final class TaskPositions {
    private final Map<TopicPartition, Position> positions = new HashMap<>();

    private static final class Position {
        private long next = -1;
        private OptionalLong safe = OptionalLong.empty();
        private OptionalLong sought = OptionalLong.empty();
        private boolean moving;
    }

    /** What a record's offset says about its partition. */
    public enum Arrival {
        /** It follows what was delivered before, possibly after a gap: gaps are normal. */
        IN_ORDER,
        /** The first record after starting from the ledger lies below the ledger: the topic was recreated or truncated. */
        BELOW_LEDGER,
        /** The partition is not assigned to this task, or was asked to move while this batch was being delivered: not to be taken. */
        NOT_EXPECTED
    }

    /** A partition has come to this task; records start where the group's offset or a reset policy says. */
    public void opened(TopicPartition partition) {
        positions.put(partition, new Position());
    }

    /** A {@code put} begins: the worker has moved the consumer to wherever it was asked to go before. */
    public void deliveryStarts() {
        positions.values().forEach(position -> position.moving = false);
    }

    /** The consumer was asked to start this partition from a ledger's offset. */
    public void soughtLedger(TopicPartition partition, long offset) {
        Position position = positions.get(partition);
        position.sought = OptionalLong.of(offset);
        position.safe = OptionalLong.of(offset);
        position.next = -1;
        position.moving = true;
    }

    /** A record was delivered. */
    public Arrival delivered(TopicPartition partition, long offset) {
        Position position = positions.get(partition);
        if (position == null || position.moving) {
            return Arrival.NOT_EXPECTED;
        }
        boolean below = position.sought.isPresent() && offset < position.sought.getAsLong();
        if (below) {
            return Arrival.BELOW_LEDGER;
        }
        position.sought = OptionalLong.empty();
        if (position.safe.isEmpty()) {
            position.safe = OptionalLong.of(offset);
        }
        position.next = Math.max(position.next, offset + 1);
        return Arrival.IN_ORDER;
    }

    /** After {@link Arrival#BELOW_LEDGER} was accepted by policy: the partition goes on from this offset. */
    public void acceptBelowLedger(TopicPartition partition, long offset) {
        Position position = positions.get(partition);
        position.sought = OptionalLong.empty();
        position.safe = OptionalLong.of(offset);
        position.next = offset;
    }

    /**
     * The framework tells how far it has consumed, records dropped by transforms included; never less than what was delivered.
     */
    public void consumed(TopicPartition partition, long nextOffset) {
        Position position = positions.get(partition);
        if (position != null && !position.moving) {
            position.next = Math.max(position.next, nextOffset);
            if (position.safe.isEmpty()) {
                position.safe = OptionalLong.of(nextOffset);
            }
        }
    }

    /** The next offset to consume, or -1 if nothing has been delivered. */
    public long next(TopicPartition partition) {
        Position position = positions.get(partition);
        return position == null ? -1 : position.next;
    }

    /** An offset below which everything is done, if one is known. */
    public OptionalLong safe(TopicPartition partition) {
        Position position = positions.get(partition);
        return position == null ? OptionalLong.empty() : position.safe;
    }

    /** Everything below {@code offset} is landed, skipped by rule or reported, and the group has been told so. */
    public void done(TopicPartition partition, long offset) {
        positions.get(partition).safe = OptionalLong.of(offset);
    }

    /**
     * The buffers were dropped. Returns where the consumer has to go back to; partitions of which nothing was ever delivered stay
     * where they are.
     */
    public Map<TopicPartition, Long> rewind() {
        var targets = new HashMap<TopicPartition, Long>();
        positions.forEach((partition, position) -> {
            if (position.safe.isPresent()) {
                targets.put(partition, position.safe.getAsLong());
                position.next = -1;
                position.moving = true;
            }
        });
        return targets;
    }

    public Set<TopicPartition> assigned() {
        return Set.copyOf(positions.keySet());
    }

    public boolean isAssigned(TopicPartition partition) {
        return positions.containsKey(partition);
    }

    /** The partitions are no longer this task's. */
    public void closed(Collection<TopicPartition> partitions) {
        positions.keySet().removeAll(partitions);
    }
}

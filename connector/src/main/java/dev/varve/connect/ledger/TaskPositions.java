package dev.varve.connect.ledger;

import dev.varve.table.error.Check;
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
 * <p>For each partition:
 *
 * <ul>
 *   <li>{@code next}, one past the last record taken (or past what the framework says it has consumed);
 *   <li>{@code safe}, an offset below which every record is landed, skipped by rule or reported: the first offset delivered, later
 *       the last one returned to the group;
 *   <li>{@code floor}, the lowest offset that can still arrive: one past the last record, or where the consumer was sent;
 *   <li>{@code motion}, whether the consumer has been sent elsewhere but has not gone yet.
 * </ul>
 *
 * <p><b>Motion.</b> The worker moves the consumer when its next poll begins, so what it says about the old place until the next
 * {@code put} means nothing, and believing it would skip the dropped records. A request made in {@code put} or {@code preCommit}
 * is therefore done when the next {@code put} begins. Only one made while the group rebalances, which happens <em>inside</em> a
 * poll, may come after that poll has already fetched from the old place: such a partition is in doubt, its next batch is not
 * taken, and it is sent to the same place once more.
 */
public final class TaskPositions {
    private final Map<TopicPartition, Position> positions = new HashMap<>();

    private enum Motion {
        STILL,
        /** Gone by the next {@code put}. */
        MOVING,
        /** Perhaps not gone by the next {@code put}. */
        IN_DOUBT
    }

    private static final class Position {
        private long next = -1;
        private long floor;
        private OptionalLong safe = OptionalLong.empty();
        private Motion motion = Motion.STILL;

        private void sentTo(long offset) {
            next = -1;
            floor = offset;
            safe = OptionalLong.of(offset);
            motion = Motion.MOVING;
        }
    }

    /** What a record's offset says about its partition. */
    public enum Arrival {
        /** It follows what was delivered before, possibly after a gap: gaps are normal. */
        IN_ORDER,
        /** It lies below where the consumer was or was sent, and nobody sent it back: the topic was recreated or truncated. */
        BELOW_FLOOR,
        /** The partition is not assigned, or the consumer is still to be moved: not to be taken. */
        NOT_EXPECTED
    }

    /** A partition has come to this task; records start where the group's offset or a reset policy says. */
    public void opened(TopicPartition partition) {
        positions.put(partition, new Position());
    }

    /** The consumer was asked to start this partition from a ledger's offset. */
    public void startsFrom(TopicPartition partition, long offset) {
        assigned(partition).sentTo(offset);
    }

    /**
     * A {@code put} begins: the worker has moved the consumer to wherever it was asked to go before.
     *
     * @return where the consumer must be sent once more, because it is in doubt whether it has gone there
     */
    public Map<TopicPartition, Long> deliveryStarts() {
        var again = new HashMap<TopicPartition, Long>();
        positions.forEach((partition, position) -> {
            if (position.motion == Motion.IN_DOUBT) {
                again.put(partition, position.floor);
                position.motion = Motion.MOVING;
            } else {
                position.motion = Motion.STILL;
            }
        });
        return again;
    }

    /** The group rebalances inside a poll: what was asked for just now may be done too late for the records of that poll. */
    public void rebalancing() {
        positions.values().stream()
                .filter(position -> position.motion == Motion.MOVING)
                .forEach(position -> position.motion = Motion.IN_DOUBT);
    }

    /** A record arrives. It counts as consumed only once it was {@link #taken}. */
    public Arrival arrives(TopicPartition partition, long offset) {
        Position position = positions.get(partition);
        if (position == null || position.motion != Motion.STILL) {
            return Arrival.NOT_EXPECTED;
        }
        if (offset < position.floor) {
            return Arrival.BELOW_FLOOR;
        }
        if (position.safe.isEmpty()) {
            position.safe = OptionalLong.of(offset);
        }
        return Arrival.IN_ORDER;
    }

    /** The record was buffered, skipped by rule or reported. */
    public void taken(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        Check.that(offset >= position.floor, "%s@%s taken, below %s", partition, offset, position.floor);
        position.next = offset + 1;
        position.floor = offset + 1;
    }

    /** The lowest offset that could still arrive, for the message about one below it. */
    public long floor(TopicPartition partition) {
        return assigned(partition).floor;
    }

    /** {@link Arrival#BELOW_FLOOR} was accepted by policy: the partition has a new life that starts at this offset. */
    public void restarted(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        position.next = -1;
        position.floor = offset;
        position.safe = OptionalLong.of(offset);
    }

    /**
     * The framework tells how far it has consumed, records dropped by transforms included; never less than what was delivered.
     */
    public void consumed(TopicPartition partition, long nextOffset) {
        Position position = positions.get(partition);
        if (position != null && position.motion == Motion.STILL && nextOffset >= position.floor) {
            position.next = nextOffset;
            position.floor = nextOffset;
            if (position.safe.isEmpty()) {
                position.safe = OptionalLong.of(nextOffset);
            }
        }
    }

    /** The next offset to consume, or -1 if nothing has been delivered since the consumer was last moved. */
    public long next(TopicPartition partition) {
        Position position = positions.get(partition);
        return position == null ? -1 : position.next;
    }

    /** An offset below which everything is done, if one is known. */
    public OptionalLong safe(TopicPartition partition) {
        Position position = positions.get(partition);
        return position == null ? OptionalLong.empty() : position.safe;
    }

    /** Everything below {@code offset} is landed, skipped by rule or reported, and the group is told so. */
    public void done(TopicPartition partition, long offset) {
        assigned(partition).safe = OptionalLong.of(offset);
    }

    /**
     * Something of these partitions was dropped. Returns where the consumer has to go back to; a partition of which nothing was
     * ever delivered stays where it is.
     */
    public Map<TopicPartition, Long> rewind(Collection<TopicPartition> partitions) {
        var targets = new HashMap<TopicPartition, Long>();
        for (TopicPartition partition : partitions) {
            Position position = positions.get(partition);
            if (position != null && position.safe.isPresent()) {
                position.sentTo(position.safe.getAsLong());
                targets.put(partition, position.floor);
            }
        }
        return targets;
    }

    /**
     * A rollback took landed records of this partition back: like {@link #rewind}, but not above the given offset.
     *
     * @return where the consumer has to go
     */
    public long rewindBelow(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        position.sentTo(Math.min(position.safe.orElse(offset), offset));
        return position.floor;
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

    private Position assigned(TopicPartition partition) {
        Position position = positions.get(partition);
        Check.that(position != null, "%s is not assigned", partition);
        return position;
    }
}

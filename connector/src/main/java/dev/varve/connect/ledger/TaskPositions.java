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
 * <p><b>Motion.</b> A task sends its consumer back only at the end of a {@code put}: the worker then moves it when its next poll
 * begins, before it fetches anything. (Asked for in {@code preCommit} or {@code close}, which may run <em>inside</em> a poll, the
 * move could come too late for what that poll has fetched, or hit a partition that has just been taken away.) From the moment a
 * partition has to move until the {@code put} after the request, its records are not taken, and what the worker says about it
 * means nothing: believing it would skip the dropped records.
 */
public final class TaskPositions {
    private final Map<TopicPartition, Position> positions = new HashMap<>();

    private enum Motion {
        STILL,
        /** It has to move, and the worker is still to be asked. */
        TO_MOVE,
        /** The worker was asked, and will have moved it by the next {@code put}. */
        MOVING
    }

    private static final class Position {
        private long next = -1;
        private long floor;
        private OptionalLong safe = OptionalLong.empty();
        private Motion motion = Motion.STILL;
        private boolean startedFromLedger;

        private void sentTo(long offset) {
            next = -1;
            floor = offset;
            safe = OptionalLong.of(offset);
            motion = Motion.TO_MOVE;
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
        Position position = assigned(partition);
        position.sentTo(offset);
        position.motion = Motion.MOVING;
        position.startedFromLedger = true;
    }

    /** A {@code put} begins: the worker has moved the consumer to wherever it was asked to. */
    public void deliveryStarts() {
        positions.values().stream()
                .filter(position -> position.motion == Motion.MOVING)
                .forEach(position -> position.motion = Motion.STILL);
    }

    /**
     * A {@code put} ends.
     *
     * @return where the worker must be asked to move the consumer; it counts as asked from now on
     */
    public Map<TopicPartition, Long> deliveryEnds() {
        var requests = new HashMap<TopicPartition, Long>();
        positions.forEach((partition, position) -> {
            if (position.motion == Motion.TO_MOVE) {
                requests.put(partition, position.floor);
                position.motion = Motion.MOVING;
            }
        });
        return requests;
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

    /** How many offsets lie between the ledger's and the first record delivered after starting there; asked for once, if any do. */
    public OptionalLong gapAtStart(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        boolean first = position.startedFromLedger;
        position.startedFromLedger = false;
        return first && offset > position.floor ? OptionalLong.of(offset - position.floor) : OptionalLong.empty();
    }

    /** The record was buffered, skipped by rule or reported. */
    public void taken(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        if (offset < position.floor) {
            throw new IllegalStateException(partition + "@" + offset + " taken, below " + position.floor);
        }
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
     * Something of these partitions was dropped: they go back to where all below is done. A partition of which nothing was ever
     * delivered stays where it is.
     */
    public void rewind(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Position position = positions.get(partition);
            if (position != null && position.safe.isPresent()) {
                position.sentTo(position.safe.getAsLong());
            }
        }
    }

    /** A rollback took landed records of this partition back: like {@link #rewind}, but not above the given offset. */
    public void rewindBelow(TopicPartition partition, long offset) {
        Position position = assigned(partition);
        position.sentTo(Math.min(position.safe.orElse(offset), offset));
    }

    /** Whether what the worker says of this partition can be believed: it is assigned, and neither moves nor has to. */
    public boolean isStill(TopicPartition partition) {
        Position position = positions.get(partition);
        return position != null && position.motion == Motion.STILL;
    }

    /** Whether no consumer moves or has to. */
    public boolean areStill() {
        return positions.values().stream().allMatch(position -> position.motion == Motion.STILL);
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
        if (position == null) {
            throw new IllegalStateException(partition + " is not assigned");
        }
        return position;
    }
}

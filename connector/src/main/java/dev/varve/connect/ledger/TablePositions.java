package dev.varve.connect.ledger;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * What one task knows of one table's ledger: for each partition the value it last read or wrote ({@code seen}), and which
 * partitions have something to commit ({@code touched}). Confined to the task's thread.
 *
 * <p>A partition whose topic was recreated is <em>disowned</em>, if policy accepts that: the ledger's value belongs to an earlier
 * life, so nothing counts as landed below it until the ledger has another one. This task may write that, or another that has the
 * partition in between; so the value that counts no more is remembered ({@link FormerLives}), and any other counts.
 */
public final class TablePositions {
    private final TopicIds topicIds;
    private final Map<TopicPartition, Optional<LedgerEntry>> seen = new HashMap<>();
    private final Set<TopicPartition> touched = new HashSet<>();
    private final FormerLives disowned = new FormerLives();
    private Optional<SnapshotAnchor> anchor = Optional.empty();

    /** @param topicIds of the topics whose records the task takes */
    public TablePositions(TopicIds topicIds) {
        this.topicIds = requireNonNull(topicIds, "topicIds is null");
    }

    /** Whether the ledger has been read for this partition. */
    public boolean knows(TopicPartition partition) {
        return seen.containsKey(partition);
    }

    /**
     * Takes the ledger's values for the partitions that are not known yet, read from the given snapshot.
     *
     * @param latest newest snapshot of the table at that moment, if it has one
     */
    public void learn(Collection<TopicPartition> partitions, Ledger ledger, Optional<Snapshot> latest) {
        for (TopicPartition partition : partitions) {
            Optional<LedgerEntry> value = seen.computeIfAbsent(partition, ledger::entry);
            disowned.found(partition, value, topicIds.of(partition));
        }
        latest.map(SnapshotAnchor::of).ifPresent(this::anchorAt);
    }

    /** The ledger value last read or written for a partition that {@link #knows} is true of. */
    public Optional<LedgerEntry> seen(TopicPartition partition) {
        Optional<LedgerEntry> value = seen.get(partition);
        if (value == null) {
            throw new IllegalStateException("the ledger of " + partition + " was not read");
        }
        return value;
    }

    /** Whether the record at this offset has landed before and must be skipped. */
    public boolean hasLanded(TopicPartition partition, long offset) {
        return offset < next(seen(partition)) && !disowned.contains(partition);
    }

    private static long next(Optional<LedgerEntry> entry) {
        return entry.map(LedgerEntry::next).orElse(-1L);
    }

    /** Notes that a row or a reported bad record of this partition waits for a commit. */
    public void touch(TopicPartition partition) {
        if (!knows(partition)) {
            throw new IllegalStateException("the ledger of " + partition + " was not read");
        }
        touched.add(partition);
    }

    /** Whether anything waits for a commit. */
    public boolean hasPending() {
        return !touched.isEmpty();
    }

    /** Partitions of which something waits for a commit. */
    public Set<TopicPartition> pending() {
        return Set.copyOf(touched);
    }

    /**
     * The ranges that a commit now covers: every touched partition, and those already in the ledger that have moved on without a
     * row for this table. Partitions that never had a row for this table stay out of its ledger.
     *
     * @param next the next offset to consume of a partition, or -1 if nothing of it has been delivered
     */
    public List<OffsetRange> ranges(ToLongFunction<TopicPartition> next) {
        var ranges = new ArrayList<OffsetRange>();
        seen.forEach((partition, from) -> {
            long to = next.applyAsLong(partition);
            if (touched.contains(partition)) {
                boolean moves = to > next(from) || disowned.contains(partition);
                Check.that(to >= 0 && moves, "%s has uncommitted records in [%s, %s)", partition, from, to);
                ranges.add(new OffsetRange(partition, from, to, topicIds.of(partition)));
            } else if (from.isPresent() && to > next(from)) {
                ranges.add(new OffsetRange(partition, from, to, topicIds.of(partition)));
            }
        });
        return ranges;
    }

    /** The ranges have become visible with this snapshot. */
    public void landed(List<OffsetRange> ranges, Snapshot snapshot) {
        for (OffsetRange range : ranges) {
            seen.put(range.partition(), Optional.of(range.entry()));
            disowned.over(range.partition());
        }
        touched.clear();
        anchorAt(SnapshotAnchor.of(snapshot));
    }

    /**
     * The partition's topic was recreated: the ledger's value says nothing about the records that come now. It is the one that was
     * last seen or, if none was, the next that is. A value that is known to be of the new life stays.
     */
    public void disown(TopicPartition partition) {
        Optional<LedgerEntry> value = seen.get(partition);
        boolean ofThisLife = value != null && value.isPresent() && value.get().isOf(topicIds.of(partition));
        if (!ofThisLife) {
            disowned.noticed(partition, Optional.ofNullable(value));
        }
    }

    /** Like {@link #disown(TopicPartition)}, where the ledger's value is known from elsewhere. */
    public void disown(TopicPartition partition, Optional<LedgerEntry> value) {
        disowned.noticed(partition, Optional.of(value));
    }

    /** What this table's ledger said of recreated topics: to be handed on when the table is opened anew. */
    public FormerLives formerLives() {
        return disowned.copy();
    }

    /** Goes on with what was known of recreated topics when the table was last closed. */
    public void take(FormerLives former) {
        disowned.take(former);
    }

    /** Whether what the ledger says of the partition belongs to an earlier life of its topic. */
    public boolean isDisowned(TopicPartition partition) {
        return disowned.contains(partition);
    }

    /** The partitions are no longer this task's. Nothing of them may wait for a commit. */
    public void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Check.that(!touched.contains(partition), "%s has uncommitted records", partition);
            seen.remove(partition);
            disowned.over(partition);
        }
    }

    /** The buffers were dropped: nothing waits, and the ledger must be read again before the next record. */
    public void reset() {
        touched.clear();
        seen.clear();
    }

    /** Like {@link #reset}, and accepts whatever snapshots the table has now. */
    public void resetAndAccept() {
        reset();
        anchor = Optional.empty();
    }

    /** The consumer was sent to where this snapshot's ledger is, though nothing was learnt from it yet. */
    public void startsOn(Snapshot latest) {
        anchorAt(SnapshotAnchor.of(latest));
    }

    /** The newest snapshot of the table that this task has seen. */
    public Optional<SnapshotAnchor> anchor() {
        return anchor;
    }

    private void anchorAt(SnapshotAnchor newer) {
        if (anchor.isEmpty() || newer.id() >= anchor.get().id()) {
            anchor = Optional.of(newer);
        }
    }
}

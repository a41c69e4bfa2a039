package dev.varve.connect.event;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** What one Kafka record means. */
public sealed interface ChangeEvent {
    /** Where the record lies in Kafka. */
    Origin origin();

    /** The record's topic after transforms: what routing goes by. */
    String topic();

    /** An event that says something of a table. */
    sealed interface OfTable extends ChangeEvent {
        EventSource source();
    }

    /** An event of one row. */
    sealed interface OfRow extends OfTable {
        /** The record's key. */
        RecordKey key();
    }

    /**
     * The row is now so, whatever was before: created, read in a snapshot, or written by key.
     *
     * @param mayReplace whether an earlier event may have given the same row already, of which this one says nothing: it is then an
     *     update without a row before for those who must know
     */
    record Upsert(Origin origin, String topic, RecordKey key, RowImage row, EventSource source, boolean mayReplace)
            implements OfRow {
        public Upsert {
            requireNonNull(row, "row is null");
        }

        /** A row that is new. */
        public Upsert(Origin origin, String topic, RecordKey key, RowImage row, EventSource source) {
            this(origin, topic, key, row, source, false);
        }
    }

    /**
     * A row was changed.
     *
     * @param before the row before, as far as the source knows it: often absent, or only its key
     */
    record Update(
            Origin origin, String topic, RecordKey key, Optional<RowImage> before, RowImage after, EventSource source)
            implements OfRow {
        public Update {
            requireNonNull(before, "before is null");
            requireNonNull(after, "after is null");
        }
    }

    /**
     * A row was deleted.
     *
     * @param before the row before, as far as the source knows it: often absent, or only its key
     * @param mayRepeat whether it may only repeat a delete that came before all that the task has seen of the partition
     */
    record Delete(
            Origin origin,
            String topic,
            RecordKey key,
            Optional<RowImage> before,
            EventSource source,
            boolean mayRepeat)
            implements OfRow {
        public Delete {
            requireNonNull(before, "before is null");
        }

        /** A delete that says something new. */
        public Delete(Origin origin, String topic, RecordKey key, Optional<RowImage> before, EventSource source) {
            this(origin, topic, key, before, source, false);
        }
    }

    /**
     * Several rows, changed in this order. They land together or not at all.
     *
     * @param rows at least one; all of the record's origin and topic
     */
    record Several(Origin origin, String topic, List<OfRow> rows) implements ChangeEvent {
        public Several {
            rows = List.copyOf(rows);
        }
    }

    /** All rows of a table were deleted at once. */
    record Truncate(Origin origin, String topic, EventSource source) implements OfTable {}

    /** A message in the source's log that belongs to no table. */
    record Message(Origin origin, String topic) implements ChangeEvent {}

    /** A record without value that says nothing new. */
    record Tombstone(Origin origin, String topic) implements ChangeEvent {}

    /** A record of the capturing tool's own, not of a table. */
    record Skip(Origin origin, String topic, SkipReason reason) implements ChangeEvent {}
}

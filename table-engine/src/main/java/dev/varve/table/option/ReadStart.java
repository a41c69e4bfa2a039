package dev.varve.table.option;

import static java.util.Objects.requireNonNull;

/** Which version of a table a batch read wants (semantics, snapshots and maintenance, section 8). */
public sealed interface ReadStart {
    /** The newest. */
    record Latest() implements ReadStart {}

    /** The newest that a full compaction made, as far as snapshots tell. */
    record Compacted() implements ReadStart {}

    /** The snapshot with an id. */
    record AtSnapshot(long id) implements ReadStart {}

    /** What a tag names. */
    record AtTag(String name) implements ReadStart {
        public AtTag {
            requireNonNull(name, "name is null");
        }
    }

    /** The newest snapshot that was there at a time, in milliseconds since the epoch. */
    record AtTime(long millis) implements ReadStart {}

    /** The newest snapshot that was there at a local time, as text. */
    record AtLocalTime(String text) implements ReadStart {
        public AtLocalTime {
            requireNonNull(text, "text is null");
        }
    }

    /** The oldest snapshot that has come so far. */
    record AtWatermark(long watermark) implements ReadStart {}

    /** A tag, {@code watermark-<w>}, or a snapshot id, in this order. */
    record AtVersion(String text) implements ReadStart {
        public AtVersion {
            requireNonNull(text, "text is null");
        }
    }
}

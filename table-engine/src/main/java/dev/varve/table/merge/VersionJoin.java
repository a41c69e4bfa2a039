package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;

/**
 * Makes fewer versions of the versions of one key while older ones may lie outside the merge: what a flush does, and a compaction
 * that has levels below it.
 *
 * <pre>
 * reset()  add(oldest) … add(newest)  size()  get(0) … get(size() - 1)      once per key, in this order
 * </pre>
 *
 * <p>What holds: for whatever lies below, {@link MergeFunction} makes the same row of it and the added versions as of it and the
 * joined ones. Joined versions have sequence numbers of added ones, in the same order. Usually there is one; several where no
 * single row expresses them; none where no added version has an effect. Ownership is that of {@link MergeFunction}.
 */
public interface VersionJoin {
    /** Forgets everything about the previous key. */
    void reset();

    /** Takes the next newer version; the order is that of {@link SequenceOrder}. */
    void add(KeyValue version);

    /** Number of versions that stand for the added ones. After this no version is added before the next reset. */
    int size();

    /** One of them, 0 being the oldest; valid until the next reset. */
    KeyValue get(int number);
}

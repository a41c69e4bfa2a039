package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;

/**
 * Makes one row of all versions of one key; merges below which older versions may lie use a {@link VersionJoin}:
 *
 * <pre>
 * reset()  add(oldest) … add(newest)  result()      once per key, in this order
 * </pre>
 *
 * <p>Ownership: versions that were added stay valid until the next {@link #reset}, so an engine may keep references instead of
 * copies. The result belongs to the function and is valid until the next {@link #reset} too. One instance per reader; confined
 * to its thread.
 */
public interface MergeFunction {
    /** Forgets everything about the previous key. */
    void reset();

    /** Takes the next newer version; the order is that of {@link SequenceOrder}. */
    void add(KeyValue version);

    /**
     * The merged version, of retract kind where the key is deleted; {@code null} where nothing is to be kept. At least one
     * version was added.
     */
    KeyValue result();
}

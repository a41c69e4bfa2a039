package dev.varve.table.compact;

import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.KeyValue;
import dev.varve.table.row.Row;

/**
 * What the runs that are older than a compaction know of the keys that it writes: of each key the version that readers have seen
 * so far, and where it lies. Runs are asked from new to old and the first that has the key decides, also with a retraction
 * (semantics, changelog producers, section 6). Asked key after key in ascending order. Confined to one thread.
 */
interface PreviousVersions extends AutoCloseable {
    /**
     * Looks for a key.
     *
     * @param key not less than the one before; not kept
     * @return whether an older run has it; then the other methods tell more until the next call
     */
    boolean find(Row key);

    /** The version that was found, with as many columns as were asked for. Lent until the next {@link #find}. */
    KeyValue version();

    /** The file that holds it. */
    DataFileMeta file();

    /** The number of its row in the file, from 0. */
    long position();

    @Override
    void close();

    /** There are no older runs. */
    static PreviousVersions none() {
        return new PreviousVersions() {
            @Override
            public boolean find(Row key) {
                return false;
            }

            @Override
            public KeyValue version() {
                throw new IllegalStateException("no version was found");
            }

            @Override
            public DataFileMeta file() {
                throw new IllegalStateException("no version was found");
            }

            @Override
            public long position() {
                throw new IllegalStateException("no version was found");
            }

            @Override
            public void close() {}
        };
    }
}

package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;

/**
 * The newest version wins as a whole, nulls included; if it is a retraction the key is deleted (semantics, merge engines,
 * section 3). With {@code ignoreDelete} retractions count as if they had not been written, those of older files too.
 */
final class DeduplicateMergeFunction implements MergeFunction {
    private final boolean ignoreDelete;
    private KeyValue newest;

    DeduplicateMergeFunction(boolean ignoreDelete) {
        this.ignoreDelete = ignoreDelete;
    }

    @Override
    public void reset() {
        newest = null;
    }

    @Override
    public void add(KeyValue version) {
        if (!ignoreDelete || version.kind().isAdd()) {
            newest = version;
        }
    }

    @Override
    public KeyValue result() {
        return newest;
    }
}

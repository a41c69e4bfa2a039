package dev.varve.table.merge;

import dev.varve.table.row.KeyValue;

/**
 * The newest version wins as a whole, nulls included; if it is a retraction the key is deleted (semantics, merge engines,
 * section 3). With {@code ignoreDelete} retractions count as if they had not been written, those of older files too. As a version
 * says all about its key, merges that have all versions and those that do not are the same.
 */
final class DeduplicateMergeFunction implements MergeFunction, VersionJoin {
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

    @Override
    public int size() {
        return newest == null ? 0 : 1;
    }

    @Override
    public KeyValue get(int number) {
        return newest;
    }
}

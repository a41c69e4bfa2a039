package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.KeyValue;

/**
 * A {@link VersionJoin} where only one version a key can be stored: above level 0.
 *
 * <p>Its {@link #result} fails with a {@link VersionsApartException} where versions would have to stay apart.
 */
final class PartialMerge implements MergeFunction {
    private final VersionJoin join;

    PartialMerge(VersionJoin join) {
        this.join = requireNonNull(join, "join is null");
    }

    @Override
    public void reset() {
        join.reset();
    }

    @Override
    public void add(KeyValue version) {
        join.add(version);
    }

    @Override
    public KeyValue result() {
        int size = join.size();
        if (size > 1) {
            throw new VersionsApartException();
        }
        return size == 0 ? null : join.get(0);
    }
}

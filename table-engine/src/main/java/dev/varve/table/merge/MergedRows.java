package dev.varve.table.merge;

import static java.util.Objects.requireNonNull;

import dev.varve.table.row.KeyValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Complete merges of a table whose compactions look up what a key's row was (semantics, LSM tree, section 6): each version above level
 * 0 is the whole row of its time, in which everything that lies on higher levels is merged already. So of those only the one on the
 * lowest level counts, together with what has come to level 0 since.
 */
final class MergedRows implements MergeFunction {
    private final MergeFunction function;
    private final List<KeyValue> versions = new ArrayList<>();

    MergedRows(MergeFunction function) {
        this.function = requireNonNull(function, "function is null");
    }

    @Override
    public void reset() {
        versions.clear();
    }

    @Override
    public void add(KeyValue version) {
        versions.add(version);
    }

    @Override
    public KeyValue result() {
        KeyValue row = null;
        for (int i = 0; i < versions.size(); i++) {
            KeyValue version = versions.get(i);
            if (version.level() > 0 && (row == null || version.level() < row.level())) {
                row = version;
            }
        }
        function.reset();
        for (int i = 0; i < versions.size(); i++) {
            KeyValue version = versions.get(i);
            if (version.level() == 0 || version == row) {
                function.add(version);
            }
        }
        return function.result();
    }
}

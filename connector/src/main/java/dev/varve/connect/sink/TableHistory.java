package dev.varve.connect.sink;

import dev.varve.table.Table;
import dev.varve.table.snapshot.Guard.SnapshotHistory;
import dev.varve.table.snapshot.Snapshot;
import java.util.Optional;
import java.util.OptionalLong;

/** The snapshots of a table, outside of a commit. */
record TableHistory(Table table) implements SnapshotHistory {
    @Override
    public Optional<Snapshot> find(long id) {
        return table.findSnapshot(id);
    }

    @Override
    public OptionalLong earliestId() {
        return table.earliestSnapshotId();
    }
}

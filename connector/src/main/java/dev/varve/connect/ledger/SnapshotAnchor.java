package dev.varve.connect.ledger;

import dev.varve.table.snapshot.Snapshot;

/**
 * What identifies a snapshot beyond its number, so that a table created anew at the same place is told from the one a task knows.
 */
public record SnapshotAnchor(long id, String commitUser, long commitIdentifier, long timeMillis) {
    public static SnapshotAnchor of(Snapshot snapshot) {
        return new SnapshotAnchor(
                snapshot.id(), snapshot.commitUser(), snapshot.commitIdentifier(), snapshot.timeMillis());
    }
}

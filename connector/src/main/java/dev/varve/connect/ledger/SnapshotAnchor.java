package dev.varve.connect.ledger;

import dev.varve.table.snapshot.Guard.SnapshotHistory;
import dev.varve.table.snapshot.Snapshot;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What identifies a snapshot beyond its number, so that a table created anew at the same place is told from the one a task knows.
 */
public record SnapshotAnchor(long id, String commitUser, long commitIdentifier, long timeMillis) {
    public static SnapshotAnchor of(Snapshot snapshot) {
        return new SnapshotAnchor(
                snapshot.id(), snapshot.commitUser(), snapshot.commitIdentifier(), snapshot.timeMillis());
    }

    /**
     * Whether a chain of snapshots no longer contains this one: ids only grow, so a newest snapshot below it, or another one
     * under its number, is not the table that was known. A snapshot that has expired is no sign of that, even if a writer that was
     * suspended has created another one in its place, below the oldest.
     */
    public Optional<LedgerVerdict.Replaced> missingIn(Optional<Snapshot> latest, SnapshotHistory history) {
        if (latest.isEmpty()) {
            return Optional.of(new LedgerVerdict.Replaced(id, "gone, and the table has no snapshot at all"));
        }
        long newest = latest.get().id();
        if (newest < id) {
            return Optional.of(new LedgerVerdict.Replaced(id, "gone, and the newest one is " + newest));
        }
        Optional<Snapshot> same = newest == id ? latest : history.find(id);
        boolean another = same.isPresent() && !of(same.get()).equals(this);
        return another && !isBelowTheOldest(history)
                ? Optional.of(new LedgerVerdict.Replaced(id, "another one now"))
                : Optional.empty();
    }

    private boolean isBelowTheOldest(SnapshotHistory history) {
        OptionalLong oldest = history.earliestId();
        return oldest.isPresent() && id < oldest.getAsLong();
    }
}

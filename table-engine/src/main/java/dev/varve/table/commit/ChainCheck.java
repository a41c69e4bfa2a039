package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.List;
import java.util.Optional;

/**
 * Whether a snapshot that was just created stands on its base. Create-if-absent says that its id was free, which is not the same:
 * while the writer paused, the id may have been taken <em>and expired</em> (the snapshot would then come back far below the newest
 * one, and its rows would be lost), or the base may have been rolled back (it would then float above the newest one). Both can be
 * seen afterwards, from what expiration and rollback do: the oldest snapshot goes first, or the newest.
 *
 * <pre>
 *   base is there, unchanged           connected: nothing from the base on has ever expired or been rolled back
 *   base is another snapshot           stray: rolled back, and other writers went on
 *   base is gone, older ones are not   stray: rolled back
 *   base is gone, nothing newer        connected: the base expired just now, which takes a newer snapshot, this one
 *   base is gone, next id is free,
 *     but newer ones are there         stray: a chain has no holes
 *   base is gone, the next id is taken by a snapshot that counts other records
 *     below itself                   stray
 *   otherwise                        nobody can tell; for the first snapshot of a table: connected
 * </pre>
 */
final class ChainCheck {
    private final SnapshotStore snapshots;

    ChainCheck(SnapshotStore snapshots) {
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
    }

    enum Place {
        CONNECTED,
        STRAY,
        UNCLEAR
    }

    /** Where {@code created}, which is visible, stands. Usually one small read. */
    Place placeOf(Snapshot created, Optional<Snapshot> base) {
        if (base.isPresent()) {
            Optional<Snapshot> found = snapshots.find(base.get().id());
            if (found.isPresent()) {
                return found.equals(base) ? Place.CONNECTED : Place.STRAY;
            }
        }
        List<Long> ids = snapshots.ids();
        long id = created.id();
        if (!ids.contains(id)) {
            return Place.UNCLEAR;
        }
        if (ids.get(0) < id) {
            return ids.contains(id - 1) ? Place.UNCLEAR : Place.STRAY;
        }
        boolean newest = ids.get(ids.size() - 1) == id;
        if (newest) {
            return Place.CONNECTED;
        }
        Optional<Snapshot> next = snapshots.find(id + 1);
        if (next.isEmpty() || !isBelow(created, next.get())) {
            return Place.STRAY;
        }
        return base.isEmpty() ? Place.CONNECTED : Place.UNCLEAR;
    }

    /** Whether the later one may have been built on the earlier one, going by the records they count. */
    private static boolean isBelow(Snapshot earlier, Snapshot later) {
        return later.totalRecordCount() - later.deltaRecordCount() == earlier.totalRecordCount();
    }
}

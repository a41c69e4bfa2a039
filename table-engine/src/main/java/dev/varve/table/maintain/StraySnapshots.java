package dev.varve.table.maintain;

import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds snapshots that are no part of a table: they lie below the one that {@code EARLIEST} names. A writer leaves such a one that is
 * suspended before it creates its snapshot, and dies or loses the store right after: the id was free again, since the snapshot that
 * had it had expired. Readers begin at {@code EARLIEST} and never see it, nobody builds on it, expirations do not look there, and
 * what it names may be gone.
 */
final class StraySnapshots {
    private StraySnapshots() {}

    /**
     * The ids of strays that were created before a moment. Younger ones may be a writer's that is about to take them back, or a
     * rollback's to a tag that has still to move {@code EARLIEST}.
     *
     * @param oldest the moment, milliseconds since the epoch; what the store gives no time for is no stray
     */
    static Set<Long> find(FileIO io, TableLayout branch, long oldest) {
        var snapshots = new SnapshotStore(io, branch);
        OptionalLong earliest = snapshots.earliestHint();
        var strays = new HashSet<Long>();
        if (earliest.isEmpty()) {
            return strays;
        }
        for (FileEntry entry : io.list(branch.snapshotDirectory())) {
            OptionalLong id = TableLayout.snapshotId(entry.name());
            boolean old = entry.modifiedMillis() > 0 && entry.modifiedMillis() < oldest;
            if (old && id.isPresent() && id.getAsLong() < earliest.getAsLong()) {
                strays.add(id.getAsLong());
            }
        }
        if (!strays.isEmpty() && !isTheOldest(snapshots, earliest.getAsLong())) {
            strays.clear();
        }
        return strays;
    }

    /** A hint that is out of date, or that a rollback has left above the newest snapshot, says nothing. */
    private static boolean isTheOldest(SnapshotStore snapshots, long earliest) {
        Optional<Snapshot> latest = snapshots.latest();
        return latest.isPresent()
                && latest.get().id() >= earliest
                && snapshots.find(earliest).isPresent();
    }
}

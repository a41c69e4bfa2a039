package dev.varve.table.maintain;

import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds snapshots that are no part of a table: they lie below the oldest ({@link SnapshotStore#earliestId}). A writer leaves such a one
 * that is suspended before it creates its snapshot, and dies or loses the store right after: the id was free again, since the snapshot
 * that had it had expired. Readers begin at the oldest and never see them, nobody builds on them, expirations do not look there, and
 * what they name may be gone. Without {@code EARLIEST} nothing is called a stray: it is not said that anything has expired.
 */
final class StraySnapshots {
    private StraySnapshots() {}

    /** The smallest id that is no stray's; 0 if nothing can be called one. */
    static long end(SnapshotStore snapshots) {
        long earliest =
                snapshots.earliestHint().isPresent() ? snapshots.earliestId().orElse(0) : 0;
        return snapshots.latestId().orElse(0) < earliest ? 0 : earliest;
    }

    /**
     * The ids of strays, ascending, that were created before a moment. Younger ones may be a writer's that is about to take them back,
     * or a rollback's to a tag that has still to move {@code EARLIEST}.
     *
     * @param oldest the moment, milliseconds since the epoch; what the store gives no time for is left out
     */
    static Set<Long> find(FileIO io, TableLayout branch, long oldest) {
        long end = end(new SnapshotStore(io, branch));
        var strays = new TreeSet<Long>();
        for (FileEntry entry : io.list(branch.snapshotDirectory())) {
            OptionalLong id = TableLayout.snapshotId(entry.name());
            boolean old = entry.modifiedMillis() > 0 && entry.modifiedMillis() < oldest;
            if (old && id.isPresent() && id.getAsLong() < end) {
                strays.add(id.getAsLong());
            }
        }
        return strays;
    }
}

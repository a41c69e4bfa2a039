package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
 *   base is gone, nothing newer        connected: the base expired just now, which takes a newer snapshot, this one,
 *                                        or it is the first of all; stray if its manifest lists have gone as well: the
 *                                        table was dropped
 *   base is gone, next id is free,
 *     but newer ones are there         stray: a chain has no holes
 *   base is gone, the next id is taken by a snapshot that counts other records
 *     below itself, or lacks a file
 *     that the created one has added stray
 *   base is gone, the next one has
 *     them                           connected
 *   it is gone itself                nobody can tell: it may have stood and expired
 *   otherwise                        nobody can tell; for the first snapshot of a table: connected
 * </pre>
 *
 * <p>Counting alone would not do: who took the id in the meantime has often landed the very same records. Names of new files are
 * unique. What remains is a snapshot that adds none, and whose base has gone while others counted as many records as it does.
 */
final class ChainCheck {
    private final SnapshotStore snapshots;
    private final ManifestStore manifests;

    ChainCheck(SnapshotStore snapshots, ManifestStore manifests) {
        this.snapshots = requireNonNull(snapshots, "snapshots is null");
        this.manifests = requireNonNull(manifests, "manifests is null");
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
            return hasItsLists(created) ? Place.CONNECTED : strayIfItIsStillThere(created);
        }
        if (!ids.contains(id + 1)) {
            return strayIfItIsStillThere(created);
        }
        Optional<Snapshot> next = snapshots.find(id + 1);
        if (next.isEmpty()) {
            return Place.UNCLEAR;
        }
        if (!isBelow(created, next.get())) {
            return Place.STRAY;
        }
        return new NewFiles(created).placeBelow(next.get()).orElse(base.isEmpty() ? Place.CONNECTED : Place.UNCLEAR);
    }

    /** Else it has expired since it was listed, which only those do that have stood. */
    private Place strayIfItIsStillThere(Snapshot created) {
        return snapshots.find(created.id()).filter(created::equals).isPresent() ? Place.STRAY : Place.UNCLEAR;
    }

    /** They were written before the snapshot, and nothing but the end of the table takes them away from the newest one. */
    private boolean hasItsLists(Snapshot created) {
        try {
            created.manifestLists().forEach(manifests::readList);
            return true;
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return false;
            }
            throw e;
        }
    }

    /** Whether the later one may have been built on the earlier one, going by the records they count. */
    private static boolean isBelow(Snapshot earlier, Snapshot later) {
        return later.totalRecordCount() - later.deltaRecordCount() == earlier.totalRecordCount();
    }

    /** Data files that a snapshot has added, but for those that it only moved to another level. */
    private final class NewFiles {
        private final Set<String> names = new HashSet<>();
        private final Set<BucketId> buckets;

        NewFiles(Snapshot created) {
            List<ManifestEntry> delta = new ArrayList<>();
            for (ManifestFileMeta manifest : manifests.readList(created.deltaList())) {
                delta.addAll(manifests.readEntries(manifest, EntryFilter.ALL));
            }
            buckets = delta.stream().map(ManifestEntry::bucket).collect(Collectors.toSet());
            delta.stream().filter(entry -> entry.kind() == Kind.ADD).forEach(entry -> names.add(name(entry)));
            delta.stream().filter(entry -> entry.kind() == Kind.DELETE).forEach(entry -> names.remove(name(entry)));
        }

        /** Where they are if {@code next} has the id above; empty if that does not tell. */
        Optional<Place> placeBelow(Snapshot next) {
            if (names.isEmpty()) {
                return Optional.empty();
            }
            Set<String> live;
            try {
                live = manifests.liveFiles(List.of(next.baseList()), manifests.buckets(buckets)).stream()
                        .map(NewFiles::name)
                        .collect(Collectors.toSet());
            } catch (StorageException e) {
                if (e.isNotFound()) {
                    return Optional.of(Place.UNCLEAR);
                }
                throw e;
            }
            return Optional.of(live.containsAll(names) ? Place.CONNECTED : Place.STRAY);
        }

        private static String name(ManifestEntry entry) {
            return entry.file().name();
        }
    }
}

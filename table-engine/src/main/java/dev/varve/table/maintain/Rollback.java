package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.snapshot.ChangelogStore;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.SnapshotStore;
import dev.varve.table.snapshot.Tag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a table back to an older snapshot: newer snapshots, tags and long-lived changelogs go, their data files stay for the removal
 * of orphans. In this order, so that a run that is cut off leaves a table that is at some state between the two, and can be repeated:
 *
 * <ol>
 *   <li>a snapshot that only a tag has kept is written again, as the oldest one;
 *   <li>newer tags go: left over, they would be tags of a future that did not happen;
 *   <li>LATEST is moved, newer changelogs go;
 *   <li>newer snapshots go, the newest first; until the last one has gone the table is at the newest that is left;
 *   <li>what writers have put on top of what was going, in the meantime, goes as well.
 * </ol>
 *
 * <p>A writer that has a vanished snapshot as its base finds out when it commits. An expiration must not run at the same time: it may
 * be deleting the files of the very snapshot that is gone back to. Safe for use by several threads.
 */
public final class Rollback {
    private static final Logger LOG = LoggerFactory.getLogger(Rollback.class);

    private final MaintenanceServices services;

    public Rollback(MaintenanceServices services) {
        this.services = requireNonNull(services, "services is null");
    }

    /**
     * Goes back to a snapshot.
     *
     * @throws InvalidInputException if it does not exist, or newer ones have a lasting property (a connector's offsets) of which
     *     nobody knows what it was then
     * @throws dev.varve.table.error.StorageException if files of the snapshot are missing (nothing was changed then), or the store
     *     failed on the way
     */
    public Snapshot toSnapshot(long id) {
        long oldest = services.snapshots().earliestId().orElse(Snapshot.FIRST_ID);
        Optional<Snapshot> target = services.snapshots().find(id).filter(found -> found.id() >= oldest);
        if (target.isEmpty()) {
            List<Long> ids = services.snapshots().ids().stream()
                    .filter(other -> other >= oldest)
                    .toList();
            throw new InvalidInputException("table " + services.table() + " has no snapshot " + id + "; it has " + ids
                    + ". A snapshot that a tag keeps is gone back to by the tag's name");
        }
        requireLastingProperties(id, oldest);
        rollBack(target.get());
        return target.get();
    }

    private void requireLastingProperties(long id, long oldest) {
        SnapshotStore snapshots = services.snapshots();
        Set<String> unknown =
                LastingProperties.unknownAt(id, oldest, snapshots.latestId().orElse(id), snapshots::find);
        if (!unknown.isEmpty()) {
            throw new InvalidInputException("it is not known what " + unknown + " of table " + services.table()
                    + " was at snapshot " + id
                    + ", since the snapshot that it had this from has expired; go back to a newer one."
                    + " If there was no such property yet, create a tag of this snapshot and go back to the tag");
        }
    }

    /**
     * Goes back to a tag, which stays.
     *
     * @throws InvalidInputException if it does not exist
     */
    public Snapshot toTag(String name) {
        Tag tag = services.tags()
                .find(name)
                .orElseThrow(() -> new InvalidInputException("Tag '" + name + "' doesn't exist. There are: "
                        + services.tags().names()));
        rollBack(tag.snapshot());
        return tag.snapshot();
    }

    private void rollBack(Snapshot target) {
        new MetadataFiles(services.manifests(), services.layout()).addState(target);
        boolean restored = restore(target);
        boolean becomesTheOldest = restored || services.snapshots().earliestId().orElse(0) > target.id();
        deleteNewerTags(target);
        services.snapshots().noteLatest(target.id());
        deleteNewerChangelogs(target);
        List<Long> newer = idsAfter(target.id());
        newer.forEach(services.snapshots()::delete);
        List<Long> floating = floatingAbove(target.id());
        floating.forEach(services.snapshots()::delete);
        if (becomesTheOldest) {
            services.snapshots().noteEarliest(target.id());
        }
        LOG.info(
                "rolled back: table={} snapshot={} deletedSnapshots={} restored={}",
                services.table(),
                target.id(),
                newer.size() + floating.size(),
                restored);
    }

    /** Makes sure that the snapshot is there; true if it was not. */
    private boolean restore(Snapshot target) {
        Optional<Snapshot> found = services.snapshots().find(target.id());
        if (found.isPresent() && !found.get().isOfSameCommit(target)) {
            throw new InvalidInputException("snapshot " + target.id() + " of table " + services.table()
                    + " is another one than the tag's: the table was rolled back after the tag was made, and the tag was"
                    + " left over. Nothing was changed");
        }
        return found.isEmpty() && services.snapshots().createIfAbsent(target);
    }

    private void deleteNewerTags(Snapshot target) {
        List<Tag> tags = new ArrayList<>(services.tags().all());
        Collections.reverse(tags);
        for (Tag tag : tags) {
            if (tag.snapshot().id() > target.id()) {
                services.tags().delete(tag.name());
            }
        }
    }

    /** Newest first. */
    private List<Long> idsAfter(long id) {
        return services.snapshots().ids().stream()
                .filter(other -> other > id)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Newer snapshots that do not join on to this one; those that do are new commits. Newest first. */
    private List<Long> floatingAbove(long id) {
        List<Long> newer = new ArrayList<>(idsAfter(id));
        for (long next = id + 1; newer.remove(next); next++) {}
        return newer;
    }

    private void deleteNewerChangelogs(Snapshot target) {
        ChangelogStore store = new ChangelogStore(services.io(), services.layout());
        List<Long> changelogs = new ArrayList<>(store.ids());
        if (changelogs.isEmpty()) {
            return;
        }
        Collections.reverse(changelogs);
        store.deleteHints();
        for (long id : changelogs) {
            if (id > target.id()) {
                store.delete(id);
            }
        }
    }
}

package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.option.TableOptions;
import dev.varve.table.snapshot.ChangelogStore;
import dev.varve.table.snapshot.Consumer;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the oldest long-lived changelogs and what only they need (format page, snapshots 3.10), by the rules of snapshots with the
 * options {@code changelog.*}; the newest of them always stays. As with snapshots, the file by which a changelog is found goes
 * first, then its changelog files (or, where flushed data files stand for them, those that its snapshot deleted), then what named
 * them. Safe for use by several threads.
 */
final class ChangelogExpiration {
    private static final Logger LOG = LoggerFactory.getLogger(ChangelogExpiration.class);

    private final MaintenanceServices services;
    private final RetentionRules rules;
    private final ChangelogStore changelogs;

    ChangelogExpiration(MaintenanceServices services, TableOptions options) {
        this.services = requireNonNull(services, "services is null");
        this.rules = RetentionRules.ofChangelog(options);
        this.changelogs = new ChangelogStore(services.io(), services.layout());
    }

    /**
     * Expires what the options say, at most {@link RetentionRules#limit} changelogs.
     *
     * @return number of files that were deleted
     * @throws StorageException if the store failed on the way; the run can be repeated
     */
    long expire() {
        List<Long> ids = changelogs.ids();
        OptionalLong latest = services.snapshots().latestId();
        if (ids.isEmpty() || latest.isEmpty()) {
            return 0;
        }
        long newest = ids.get(ids.size() - 1);
        ExpirationPlan plan = ExpirationPlan.of(
                        ids.get(0),
                        latest.getAsLong(),
                        rules,
                        services.env().currentTimeMillis(),
                        id -> id > newest ? OptionalLong.empty() : timeOf(id))
                .before(newest)
                .before(nextRead());
        if (plan.isEmpty()) {
            return 0;
        }
        FileRemoval removal = new FileRemoval(services);
        MetadataFiles kept = kept(plan.end());
        FileNames tagged = new FileNames();
        services.tags().all().forEach(tag -> tagged.addLive(tag.snapshot(), services.manifests()));
        long deleted = 0;
        for (long id = plan.first(); id < plan.end(); id++) {
            Optional<Snapshot> expiring = changelogs.find(id);
            if (expiring.isPresent()) {
                expire(expiring.get(), kept, tagged, removal);
                deleted++;
            }
        }
        changelogs.noteEarliest(plan.end());
        LOG.info(
                "long-lived changelogs expired: table={} first={} end={} files={}",
                services.table(),
                plan.first(),
                plan.end(),
                removal.deleted() + deleted);
        return removal.deleted() + deleted;
    }

    private OptionalLong timeOf(long id) {
        return changelogs
                .find(id)
                .map(changelog -> OptionalLong.of(changelog.timeMillis()))
                .orElse(OptionalLong.empty());
    }

    private long nextRead() {
        return services.consumers().all().stream()
                .mapToLong(Consumer::nextSnapshot)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** What names something that stays: of the changelogs from here on, of the oldest snapshot, and of tags. */
    private MetadataFiles kept(long end) {
        MetadataFiles kept = new MetadataFiles(services.manifests(), services.layout());
        for (long id : changelogs.ids()) {
            if (id >= end) {
                changelogs.find(id).ifPresent(kept::addChanges);
            }
        }
        services.snapshots().earliest().ifPresent(kept::addState);
        for (Tag tag : services.tags().all()) {
            kept.addState(tag.snapshot());
        }
        return kept;
    }

    private void expire(Snapshot expiring, MetadataFiles kept, FileNames tagged, FileRemoval removal) {
        List<Location> files = new ArrayList<>();
        expiring.changelogList().ifPresent(list -> addAdded(list, files));
        addDeleted(expiring.deltaList(), tagged, files);
        MetadataFiles gone = new MetadataFiles(services.manifests(), services.layout())
                .addChanges(expiring)
                .minus(kept);
        files.addAll(gone.leaves());
        files.addAll(gone.heads());
        changelogs.delete(expiring.id());
        removal.deleteAll(files);
    }

    private void addAdded(ManifestListFile list, List<Location> files) {
        for (ManifestEntry entry : entriesIfThere(list)) {
            if (entry.kind() == Kind.ADD) {
                add(entry, files);
            }
        }
    }

    /** What the snapshot took away from the table; most of it has gone with the snapshot already. */
    private void addDeleted(ManifestListFile list, FileNames tagged, List<Location> files) {
        Map<Location, ManifestEntry> gone = new LinkedHashMap<>();
        for (ManifestEntry entry : entriesIfThere(list)) {
            Location file = FilePlaces.of(services.dataFiles(), entry);
            if (entry.kind() == Kind.DELETE) {
                gone.put(file, entry);
            } else {
                gone.remove(file);
            }
        }
        gone.values().stream()
                .filter(entry -> !tagged.contains(entry.file().name()))
                .forEach(entry -> add(entry, files));
    }

    private void add(ManifestEntry entry, List<Location> files) {
        Location file = FilePlaces.of(services.dataFiles(), entry);
        files.add(file);
        entry.file().extraFiles().forEach(extra -> files.add(file.parent().child(extra)));
    }

    /** Nothing, if an earlier run, or the expiration of the snapshot, has deleted what names them. */
    private List<ManifestEntry> entriesIfThere(ManifestListFile list) {
        List<ManifestEntry> entries = new ArrayList<>();
        try {
            for (ManifestFileMeta manifest : services.manifests().readList(list)) {
                entries.addAll(services.manifests().readEntries(manifest, EntryFilter.ALL));
            }
        } catch (StorageException e) {
            if (!e.isNotFound()) {
                throw e;
            }
            return List.of();
        }
        return entries;
    }
}

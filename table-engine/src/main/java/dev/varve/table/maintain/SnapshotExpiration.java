package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the oldest snapshots and what only they need (format page, snapshots 3.9), one after the other from old to new. For each,
 * with N the next one:
 *
 * <ol>
 *   <li>what must stay and what may go is read; if that fails, nothing goes;
 *   <li>where the changelog is kept longer, what the snapshot says goes to the long-lived changelogs ({@link ChangelogExpiration}), and
 *       what it needs there stays in all further steps;
 *   <li>the snapshot's own file: from here on nobody finds it any more;
 *   <li>data files that N deleted, unless the nearest tag before N has them (a file lives in an unbroken row of snapshots, so no other
 *       tag can have what this one has not), and the snapshot's changelog files;
 *   <li>manifests, index files, lists, index manifests and statistics, unless N or a tag in reach needs them.
 * </ol>
 *
 * <p>The snapshot goes before its files: whatever snapshot can be seen can be read, tagged and rolled back to, also after a run that
 * was cut off. Such a run leaves the files of one snapshot behind, for {@link OrphanRemoval} to find. (Paimon deletes in
 * the other order; there the next run cleans up, but until then broken snapshots are on show.) Two runs at once do no harm: each
 * tolerates what the other has deleted.
 *
 * <p>Safe for use by several threads.
 */
public final class SnapshotExpiration {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotExpiration.class);

    private final MaintenanceServices services;
    private final boolean cleanDirectories;
    private final boolean consumersHoldSnapshots;
    private final ChangelogKeeping keeping;
    private final ChangelogStore changelogs;
    private final ChangelogExpiration changelogExpiration;

    public SnapshotExpiration(MaintenanceServices services, TableOptions options) {
        this.services = requireNonNull(services, "services is null");
        this.cleanDirectories = options.snapshotCleanEmptyDirectories();
        this.keeping = ChangelogKeeping.of(options);
        this.consumersHoldSnapshots = !(keeping.isLonger() && options.consumerChangelogOnly());
        this.changelogs = new ChangelogStore(services.io(), services.layout());
        this.changelogExpiration = new ChangelogExpiration(services, options);
    }

    /**
     * What a run did.
     *
     * @param first id of the oldest snapshot before it; 0 for a table without snapshots
     * @param end id of the oldest snapshot after it
     * @param files deleted files, those of the snapshots themselves included
     */
    public record Result(long first, long end, long files) {
        static final Result NOTHING = new Result(0, 0, 0);

        /** Snapshots that are gone. */
        public long snapshots() {
            return end - first;
        }
    }

    /**
     * Expires what the rules say, at most {@link RetentionRules#limit} snapshots.
     *
     * @throws StorageException if the store failed on the way; the run can be repeated
     * @throws CorruptTableException if what must stay cannot be read; nothing was deleted then
     */
    public Result expire(RetentionRules rules) {
        Result result = expireSnapshots(rules);
        if (!keeping.isLonger() && result.snapshots() == 0) {
            return result;
        }
        return new Result(result.first(), result.end(), result.files() + changelogExpiration.expire());
    }

    private Result expireSnapshots(RetentionRules rules) {
        Optional<Snapshot> latest = services.snapshots().latest();
        OptionalLong earliest = services.snapshots().earliestId();
        if (latest.isEmpty() || earliest.isEmpty()) {
            return Result.NOTHING;
        }
        ExpirationPlan plan = plan(rules, earliest.getAsLong(), latest.get().id());
        if (plan.isEmpty()) {
            noteOldest(plan.first());
            return new Result(plan.first(), plan.end(), 0);
        }
        return new Run(plan).run();
    }

    /** Others may have noted a newer one while this run paused. */
    private void noteOldest(long id) {
        OptionalLong noted = services.snapshots().earliestHint();
        if (noted.isEmpty()
                || noted.getAsLong() < id
                || noted.getAsLong() > services.snapshots().latestId().orElse(0)) {
            services.snapshots().noteEarliest(id);
        }
    }

    /** The chain has no gaps: what is below one is a stray that has come where the hint was pointing, or is being expired by others. */
    private void skipGap(long id) {
        services.snapshots().ids().stream()
                .filter(other -> other > id)
                .findFirst()
                .ifPresent(services.snapshots()::noteEarliest);
    }

    private ExpirationPlan plan(RetentionRules rules, long earliest, long latest) {
        Map<Long, Optional<Snapshot>> read = new HashMap<>();
        ExpirationPlan plan = ExpirationPlan.of(
                earliest,
                latest,
                rules,
                services.env().currentTimeMillis(),
                id -> snapshot(id, read)
                        .map(found -> OptionalLong.of(found.timeMillis()))
                        .orElse(OptionalLong.empty()));
        if (plan.isEmpty()) {
            return plan;
        }
        ExpirationPlan unread = consumersHoldSnapshots ? plan.before(nextRead()) : plan;
        OptionalLong hold = LastingProperties.holdBack(unread, id -> snapshot(id, read));
        hold.ifPresent(id -> LOG.info(
                "a snapshot is not expired, since it has a property that the table, or newer snapshots, need: table={}"
                        + " snapshot={}",
                services.table(),
                id));
        return unread.before(hold.orElse(Long.MAX_VALUE));
    }

    private long nextRead() {
        return services.consumers().all().stream()
                .mapToLong(Consumer::nextSnapshot)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private Optional<Snapshot> snapshot(long id, Map<Long, Optional<Snapshot>> read) {
        return read.computeIfAbsent(id, services.snapshots()::find);
    }

    /** One run. Confined to one thread. */
    private final class Run {
        private final ExpirationPlan plan;
        private final List<Tag> tags;
        private final FileRemoval removal = new FileRemoval(services);
        private final Set<Location> directories = new HashSet<>();
        private long tagOfNames = -1;
        private FileNames namesOfTag = new FileNames();

        Run(ExpirationPlan plan) {
            this.plan = plan;
            this.tags = services.tags().all();
        }

        Result run() {
            long start = services.env().nanoTime();
            long id = plan.first();
            long snapshots = 0;
            Optional<Snapshot> next = services.snapshots().find(id + 1);
            while (id < plan.end() && next.isPresent()) {
                Optional<Snapshot> expiring = services.snapshots().find(id);
                if (expiring.isPresent()) {
                    expire(expiring.get(), next.get());
                    snapshots++;
                }
                id++;
                next = services.snapshots().find(id + 1);
            }
            if (id < plan.end()) {
                skipGap(id);
            }
            if (id > plan.first()) {
                noteOldest(id);
                if (keeping.isLonger()) {
                    changelogs.noteLatest(id - 1);
                }
                removeEmptyDirectories();
            }
            Result result = new Result(plan.first(), id, removal.deleted() + snapshots);
            LOG.info(
                    "snapshots expired: table={} first={} end={} files={} ms={}",
                    services.table(),
                    result.first(),
                    result.end(),
                    result.files(),
                    (services.env().nanoTime() - start) / 1_000_000);
            return result;
        }

        private void expire(Snapshot expiring, Snapshot next) {
            // What must stay is read before anything goes: a table that is damaged there is left as it is.
            MetadataFiles kept = needed(next);
            boolean tagsAreReadable = addTags(expiring, kept);
            List<Location> files = new ArrayList<>();
            addDataFiles(next, files);
            if (!keeping.isLonger()) {
                addChangelogFiles(expiring, files);
            }
            if (tagsAreReadable) {
                MetadataFiles gone = metadata().addLeftovers(expiring, keeping).minus(kept);
                files.addAll(gone.leaves());
                files.addAll(gone.heads());
            }
            requireUnchanged(next);
            if (keeping.isLonger()) {
                changelogs.save(expiring);
            }
            services.snapshots().delete(expiring.id());
            removal.deleteAll(files);
        }

        private MetadataFiles needed(Snapshot next) {
            try {
                return metadata().addState(next);
            } catch (StorageException e) {
                if (e.isNotFound()) {
                    requireUnchanged(next);
                }
                throw e;
            }
        }

        private MetadataFiles metadata() {
            return new MetadataFiles(services.manifests(), services.layout());
        }

        /** Adds what tags in reach need: those of the snapshot, or else of the last one before it. */
        private boolean addTags(Snapshot expiring, MetadataFiles kept) {
            long nearest = tags.stream()
                    .mapToLong(tag -> tag.snapshot().id())
                    .filter(id -> id <= expiring.id())
                    .max()
                    .orElse(-1);
            for (Tag tag : tags) {
                if (tag.snapshot().id() == nearest) {
                    try {
                        kept.addState(tag.snapshot());
                    } catch (StorageException | CorruptTableException e) {
                        requirePermanent(e);
                        LOG.warn(
                                "a tag cannot be read, so the manifests of expired snapshots stay; delete the tag and"
                                        + " remove orphan files: table={} tag={}",
                                services.table(),
                                tag.name(),
                                e);
                        return false;
                    }
                }
            }
            return true;
        }

        /** What the snapshot took away from the table. */
        private void addDataFiles(Snapshot snapshot, List<Location> files) {
            Map<Location, ManifestEntry> gone = new HashMap<>();
            try {
                for (ManifestEntry entry : entries(snapshot.deltaList())) {
                    Location file = fileOf(entry);
                    if (entry.kind() == Kind.DELETE) {
                        gone.put(file, entry);
                    } else {
                        gone.remove(file);
                    }
                }
                keepTagged(gone, snapshot.id());
            } catch (StorageException | CorruptTableException e) {
                skip(snapshot, "data files", e);
                return;
            }
            gone.values().stream().filter(entry -> !keeping.keeps(entry)).forEach(entry -> add(entry, files));
        }

        private void keepTagged(Map<Location, ManifestEntry> gone, long snapshotId) {
            Optional<Tag> nearest = tags.stream()
                    .filter(tag -> tag.snapshot().id() < snapshotId)
                    .reduce((older, newer) -> newer);
            if (gone.isEmpty() || nearest.isEmpty()) {
                return;
            }
            Snapshot tagged = nearest.get().snapshot();
            if (tagOfNames != tagged.id()) {
                namesOfTag = FileNames.liveIn(tagged, services.manifests());
                tagOfNames = tagged.id();
            }
            gone.values().removeIf(entry -> namesOfTag.contains(entry.file().name()));
        }

        private void addChangelogFiles(Snapshot snapshot, List<Location> files) {
            if (snapshot.changelogList().isEmpty()) {
                return;
            }
            try {
                for (ManifestEntry entry : entries(snapshot.changelogList().get())) {
                    if (entry.kind() == Kind.ADD) {
                        add(entry, files);
                    }
                }
            } catch (StorageException | CorruptTableException e) {
                skip(snapshot, "changelog files", e);
            }
        }

        private List<ManifestEntry> entries(ManifestListFile list) {
            List<ManifestEntry> entries = new ArrayList<>();
            for (ManifestFileMeta manifest : services.manifests().readList(list)) {
                entries.addAll(services.manifests().readEntries(manifest, EntryFilter.ALL));
            }
            return entries;
        }

        private void add(ManifestEntry entry, List<Location> files) {
            Location file = fileOf(entry);
            files.add(file);
            entry.file().extraFiles().forEach(extra -> files.add(file.parent().child(extra)));
            if (cleanDirectories) {
                directories.add(file.parent());
            }
        }

        private Location fileOf(ManifestEntry entry) {
            return FilePlaces.of(services.dataFiles(), entry);
        }

        private void removeEmptyDirectories() {
            directories.forEach(directory -> FilePlaces.removeIfEmpty(services, directory));
        }

        /** A rollback at the same time would make what is about to go the newest state. */
        private void requireUnchanged(Snapshot next) {
            if (!services.snapshots().find(next.id()).filter(next::equals).isPresent()) {
                throw new StorageException(
                        StorageException.Kind.TRANSIENT,
                        "snapshot " + next.id() + " of table " + services.table()
                                + " vanished while older ones were being expired: it was rolled back, or expired by"
                                + " somebody else",
                        null);
            }
        }

        private void skip(Snapshot snapshot, String what, RuntimeException cause) {
            requirePermanent(cause);
            if (cause instanceof StorageException missing && missing.isNotFound()) {
                LOG.debug(
                        "an earlier run has deleted them: table={} snapshot={} {}",
                        services.table(),
                        snapshot.id(),
                        what);
                return;
            }
            LOG.warn(
                    "{} of an expired snapshot stay, since its manifests cannot be read; remove orphan files: table={}"
                            + " snapshot={}",
                    what,
                    services.table(),
                    snapshot.id(),
                    cause);
        }

        private static void requirePermanent(RuntimeException cause) {
            if (cause instanceof StorageException failure && failure.retryable()) {
                throw failure;
            }
        }
    }
}

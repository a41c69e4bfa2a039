package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.LimitExceededException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.VectorChange;
import dev.varve.table.schema.TableSchema;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Guard;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings one snapshot about: reads the newest, asks the guard, looks for conflicts, writes manifests, publishes; and all of it again
 * when another writer was faster. What does not depend on the base is kept between attempts. Confined to one thread, used once.
 */
final class SnapshotCommit {
    private final CommitServices services;
    private final Map<String, String> properties;
    private final Guard guard;
    private final Optional<Overwrite> overwrite;
    private PendingSnapshot pending;
    private SnapshotAssembler assembler;
    private final Map<String, List<ManifestEntry>> readManifests = new HashMap<>();

    SnapshotCommit(CommitServices services, PendingSnapshot pending, Map<String, String> properties, Guard guard) {
        this(services, pending, properties, guard, Optional.empty());
    }

    /** What it changes follows from the base of each attempt. */
    static SnapshotCommit overwriting(CommitServices services, OverwriteRequest request) {
        return new SnapshotCommit(
                services,
                PendingSnapshot.overwrite(request, List.of()),
                request.properties(),
                request.guard(),
                Optional.of(new Overwrite(request)));
    }

    private SnapshotCommit(
            CommitServices services,
            PendingSnapshot pending,
            Map<String, String> properties,
            Guard guard,
            Optional<Overwrite> overwrite) {
        this.services = requireNonNull(services, "services is null");
        this.pending = requireNonNull(pending, "pending is null");
        this.properties = requireNonNull(properties, "properties is null");
        this.guard = requireNonNull(guard, "guard is null");
        this.overwrite = overwrite;
        this.assembler = newAssembler();
    }

    private SnapshotAssembler newAssembler() {
        return new SnapshotAssembler(pending, services.manifests(), services.merger(), services.env());
    }

    /** How it ended. Unless published, everything that was written here is gone. */
    sealed interface Outcome {
        record Published(Snapshot snapshot, int retries) implements Outcome {}

        record Refused(String reason) implements Outcome {}

        /** An overwrite found nothing to replace, and has nothing to put there. */
        record Nothing() implements Outcome {}

        record Conflicted(Conflict conflict) implements Outcome {}
    }

    /**
     * @throws CommitOutcomeUnknownException if nobody can tell; then nothing was deleted
     * @throws LimitExceededException if others were faster every time; nothing is visible
     */
    Outcome run() {
        boolean mayBePublished = false;
        try {
            Outcome outcome = attemptUntilDone();
            mayBePublished = outcome instanceof Outcome.Published;
            return outcome;
        } catch (CommitOutcomeUnknownException e) {
            mayBePublished = true;
            throw e;
        } finally {
            if (!mayBePublished) {
                assembler.discard();
            }
        }
    }

    private Outcome attemptUntilDone() {
        Retries retries = services.limits().begin(services.env());
        do {
            Optional<Snapshot> earlier = services.unresolved().findPublished(pending, services.snapshots());
            if (earlier.isPresent()) {
                assembler.discard();
                return new Outcome.Published(earlier.get(), retries.count());
            }
            Optional<Outcome> outcome = attempt(retries.count());
            if (outcome.isPresent()) {
                return outcome.get();
            }
        } while (retries.await());
        throw new LimitExceededException(
                "commit of user " + pending.user() + " with identifier " + pending.identifier()
                        + " to table " + services.table() + " was " + retries.describe()
                        + ": other writers were faster every time. Nothing is visible, and the same changes can be committed again");
    }

    /** One attempt; empty if another writer was faster. */
    private Optional<Outcome> attempt(int retry) {
        long now = services.env().currentTimeMillis();
        Optional<Snapshot> latest = services.snapshots().latest();
        try {
            return attemptOn(readBase(latest, now), retry);
        } catch (StorageException e) {
            if (e.isNotFound() && hasMovedOn(latest)) {
                // The base has expired while we read it.
                assembler.discardAttempt();
                return Optional.empty();
            }
            throw e;
        }
    }

    private boolean hasMovedOn(Optional<Snapshot> base) {
        long id = base.map(Snapshot::id).orElse(Snapshot.FIRST_ID - 1);
        return services.snapshots().latestId().orElse(id) > id;
    }

    private Optional<Outcome> attemptOn(CommitBase base, int retry) {
        base.snapshot().ifPresent(this::requireUnderstood);
        Guard.Verdict verdict = guard.judge(base.snapshot(), services.snapshots());
        if (verdict.refusal().isPresent()) {
            return Optional.of(new Outcome.Refused(verdict.refusal().get()));
        }
        TableSchema schema = services.schema().read();
        Optional<Conflict> conflict = overwrite.isPresent() ? adapt(overwrite.get(), base) : findConflict(base, schema);
        if (conflict.isPresent()) {
            return Optional.of(new Outcome.Conflicted(conflict.get()));
        }
        if (overwrite.isPresent() && pending.isEmpty()) {
            return Optional.of(new Outcome.Nothing());
        }
        Map<String, String> merged = new LinkedHashMap<>(properties);
        merged.putAll(verdict.properties());
        Snapshot next = assembler.assemble(base, schema.id(), merged);
        if (!publish(base, next)) {
            assembler.discardAttempt();
            return Optional.empty();
        }
        services.verified().add(pending, schema);
        return Optional.of(new Outcome.Published(next, retry));
    }

    private boolean publish(CommitBase base, Snapshot next) {
        try {
            return services.publisher().publish(base, next);
        } catch (CommitOutcomeUnknownException e) {
            services.unresolved().add(next, pending);
            throw e;
        }
    }

    private CommitBase readBase(Optional<Snapshot> latest, long now) {
        List<ManifestFileMeta> manifests = latest.map(
                        snapshot -> services.manifests().readLists(snapshot.manifestLists()))
                .orElse(List.of());
        return new CommitBase(latest, manifests, now);
    }

    /** Refuses to build on what we would not carry on correctly. */
    private void requireUnderstood(Snapshot base) {
        if (base.nextRowId().orElse(0) > 0) {
            throw new UnsupportedFormatException("snapshot " + base.id() + " of table " + services.table()
                    + " tracks rows (nextRowId " + base.nextRowId().getAsLong()
                    + "); this engine does not assign row ids and commits nothing on top of it");
        }
        if (pending.kind() == CommitKind.COMPACT && base.indexManifest().isPresent()) {
            requireNoDeletionVectors(base, base.indexManifest().get());
        }
    }

    private void requireNoDeletionVectors(Snapshot base, String indexManifest) {
        for (IndexManifestEntry entry : services.manifests().readIndexManifest(indexManifest)) {
            if (entry.type().equals(IndexManifestEntry.DELETION_VECTORS)
                    && pending.buckets().contains(entry.bucket())
                    && !pending.index().vectors().containsKey(entry.bucket())) {
                throw new UnsupportedFormatException("snapshot " + base.id() + " of table " + services.table()
                        + " has deletion vectors for bucket " + entry.bucket()
                        + "; a compaction without them would bring deleted rows back. The table had deletion-vectors.enabled"
                        + " when they were written: switch it on again and compact the table fully first");
            }
        }
    }

    private Optional<Conflict> findConflict(CommitBase base, TableSchema schema) {
        boolean replaces = pending.count(ManifestEntry.Kind.DELETE) > 0;
        if (!replaces && !services.verified().needsCheck(pending, schema)) {
            return Optional.empty();
        }
        // What is replaced is in the touched buckets, and if it is live, so is its number of buckets. New files beside
        // it must
        // agree with the whole partition.
        EntryFilter touched = replaces
                ? services.manifests().buckets(pending.buckets())
                : services.manifests().partitions(pending.partitions());
        List<ManifestEntry> live = live(base, touched);
        return services.conflicts().find(live, pending.delta()).or(() -> findVectorConflict(base, live));
    }

    private Optional<Conflict> findVectorConflict(CommitBase base, List<ManifestEntry> live) {
        Map<BucketId, VectorChange> changes = pending.index().vectors();
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        Map<BucketId, IndexManifestEntry> current = new HashMap<>();
        services.manifests()
                .readDeletionVectors(base.snapshot().flatMap(Snapshot::indexManifest))
                .forEach((bucket, vectors) -> vectors.entry().ifPresent(entry -> current.put(bucket, entry)));
        return VectorCheck.find(changes, current, live, pending.delta());
    }

    /** Finds out what the overwrite changes on this base, and whether it can. */
    private Optional<Conflict> adapt(Overwrite changes, CommitBase base) {
        List<ManifestEntry> live = live(base, changes.touched(services.manifests()));
        PendingSnapshot adapted = changes.on(live);
        if (!adapted.equals(pending)) {
            assembler.discard();
            pending = adapted;
            assembler = newAssembler();
        }
        Optional<Conflict> others = changes.findOthers(live);
        return others.isPresent() ? others : services.conflicts().findInOverwrite(live, pending.delta());
    }

    /** @param touched the same on every attempt */
    private List<ManifestEntry> live(CommitBase base, EntryFilter touched) {
        return services.manifests()
                .liveFiles(
                        base.manifests(),
                        touched,
                        manifest -> readManifests.computeIfAbsent(
                                manifest.name(), name -> services.manifests().readEntries(manifest, touched)));
    }

    /** What the last attempt was about. */
    PendingSnapshot pending() {
        return pending;
    }
}

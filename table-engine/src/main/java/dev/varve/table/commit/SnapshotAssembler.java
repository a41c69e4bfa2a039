package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestMerger;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes the next snapshot out of a base and pending changes: writes what it will name, publishes nothing (format page snapshots,
 * commit of one snapshot). Confined to one thread.
 */
final class SnapshotAssembler {
    private final PendingSnapshot pending;
    private final Env env;
    private final BaseManifestList base;
    private final ChangeManifestList delta;
    private final ChangeManifestList changelog;
    private final CarriedIndexManifest index;

    SnapshotAssembler(PendingSnapshot pending, ManifestStore store, ManifestMerger merger, Env env) {
        this.pending = requireNonNull(pending, "pending is null");
        this.env = requireNonNull(env, "env is null");
        this.base = new BaseManifestList(store, merger);
        this.delta = new ChangeManifestList(store, pending.delta());
        this.changelog = new ChangeManifestList(store, pending.changelog());
        this.index = new CarriedIndexManifest(store, pending.index());
    }

    /**
     * The snapshot after {@code commitBase}; its manifests and lists are durable.
     *
     * @param schemaId the newest schema's id
     * @param properties of the new snapshot; those of the base are not inherited
     */
    Snapshot assemble(CommitBase commitBase, long schemaId, Map<String, String> properties) {
        Optional<Snapshot> previous = commitBase.snapshot();
        ManifestListFile deltaList = delta.write();
        Optional<ManifestListFile> changelogList =
                pending.changelog().isEmpty() ? Optional.empty() : Optional.of(changelog.write());
        ManifestListFile baseList = base.write(commitBase.manifests());
        Optional<String> indexManifest = index.write(previous);
        return new Snapshot(
                commitBase.nextId(),
                schemaId,
                baseList.name(),
                baseList.sizeBytes(),
                deltaList.name(),
                deltaList.sizeBytes(),
                changelogList.map(ManifestListFile::name),
                changelogList.map(ManifestListFile::sizeBytes).orElse(OptionalLong.empty()),
                indexManifest,
                pending.user(),
                pending.identifier(),
                pending.kind(),
                env.currentTimeMillis(),
                previous.map(Snapshot::totalRecordCount).orElse(0L) + pending.deltaRecordCount(),
                pending.deltaRecordCount(),
                changelogList.isPresent() ? OptionalLong.of(pending.changelogRecordCount()) : OptionalLong.empty(),
                previous.map(Snapshot::watermark).orElse(OptionalLong.empty()),
                previous.filter(snapshot -> snapshot.schemaId() == schemaId).flatMap(Snapshot::statistics),
                properties,
                OptionalLong.of(0));
    }

    /** The last snapshot was certainly not published, but the next may be. */
    void discardAttempt() {
        base.discardList();
        index.discard();
    }

    /** No snapshot was or will be published: removes what was written, as well as the store allows. */
    void discard() {
        base.discard();
        delta.discard();
        changelog.discard();
        index.discard();
    }
}

package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.IndexManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.snapshot.Snapshot;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The metadata files that some snapshots name: leaves (manifests, index files) and what names them in turn (manifest lists, index
 * manifests) or is named by nothing else (statistics). Confined to one thread.
 */
final class MetadataFiles {
    private final ManifestStore manifests;
    private final TableLayout layout;
    private final Set<Location> leaves = new LinkedHashSet<>();
    private final Set<Location> heads = new LinkedHashSet<>();
    private final Set<String> readIndexManifests = new HashSet<>();

    MetadataFiles(ManifestStore manifests, TableLayout layout) {
        this.manifests = requireNonNull(manifests, "manifests is null");
        this.layout = requireNonNull(layout, "layout is null");
    }

    /**
     * Takes what a snapshot needs to be read: not its changelog.
     *
     * @throws StorageException if one of the files is not there
     */
    MetadataFiles addState(Snapshot snapshot) {
        snapshot.manifestLists().forEach(list -> addList(list, manifests.readList(list)));
        snapshot.indexManifest().ifPresent(name -> addIndex(name, manifests.readIndexManifest(name)));
        snapshot.statistics().ifPresent(name -> heads.add(layout.statisticsFile(name)));
        return this;
    }

    /**
     * Takes all that a snapshot names and that is still there; what an earlier run has deleted is left out.
     *
     * @param changelog what stays of its changes, and what names it with that
     */
    MetadataFiles addLeftovers(Snapshot snapshot, ChangelogKeeping changelog) {
        switch (changelog) {
            case WITH_SNAPSHOT -> {
                addStateLists(snapshot);
                addChangelog(snapshot);
            }
            case CHANGELOG_FILES -> addStateLists(snapshot);
            case FLUSHED_FILES -> {}
        }
        snapshot.indexManifest()
                .filter(name -> !readIndexManifests.contains(name))
                .ifPresent(name ->
                        ifThere(() -> manifests.readIndexManifest(name)).ifPresent(found -> addIndex(name, found)));
        snapshot.statistics().ifPresent(name -> heads.add(layout.statisticsFile(name)));
        return this;
    }

    /** Takes what names the changes of a snapshot, as far as it is still there. */
    MetadataFiles addChanges(Snapshot snapshot) {
        addStateLists(snapshot);
        addChangelog(snapshot);
        return this;
    }

    private void addStateLists(Snapshot snapshot) {
        snapshot.manifestLists().forEach(this::addIfThere);
    }

    private void addChangelog(Snapshot snapshot) {
        snapshot.changelogList().ifPresent(this::addIfThere);
    }

    private void addIfThere(ManifestListFile list) {
        ifThere(() -> manifests.readList(list)).ifPresent(found -> addList(list, found));
    }

    MetadataFiles minus(MetadataFiles kept) {
        leaves.removeAll(kept.leaves);
        heads.removeAll(kept.heads);
        return this;
    }

    /** To be deleted first. */
    Set<Location> leaves() {
        return leaves;
    }

    /** To be deleted when the leaves are gone: without them nobody would find those any more. */
    Set<Location> heads() {
        return heads;
    }

    private void addList(ManifestListFile list, List<ManifestFileMeta> named) {
        heads.add(layout.manifest(list.name()));
        named.forEach(manifest -> leaves.add(layout.manifest(manifest.name())));
    }

    private void addIndex(String name, List<IndexManifestEntry> named) {
        readIndexManifests.add(name);
        heads.add(layout.manifest(name));
        for (IndexManifestEntry entry : named) {
            if (entry.externalPath().isEmpty()) {
                leaves.add(layout.indexFile(entry.name()));
            }
        }
    }

    private interface Reading<T> {
        T read();
    }

    private static <T> Optional<T> ifThere(Reading<T> reading) {
        try {
            return Optional.of(reading.read());
        } catch (StorageException e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }
}

package dev.varve.table.scan;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestEntry.Kind;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.option.ChangelogProducer;
import dev.varve.table.snapshot.CommitKind;
import dev.varve.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files that tell what a snapshot changed (semantics, changelog producers, section 1): its changelog files; in a table without
 * changelog the data files that its APPEND snapshots added, as they were flushed. An overwrite tells nothing. Immutable.
 */
public final class ChangeFiles {
    private final ManifestStore manifests;
    private final ChangelogProducer producer;

    public ChangeFiles(ManifestStore manifests, ChangelogProducer producer) {
        this.manifests = requireNonNull(manifests, "manifests is null");
        this.producer = requireNonNull(producer, "producer is null");
    }

    /**
     * The files of one snapshot, those of a bucket in the order in which they were written.
     *
     * @throws dev.varve.table.error.StorageException NOT_FOUND if the changelog has expired
     */
    public List<ManifestEntry> of(Snapshot snapshot) {
        List<ManifestEntry> files = new ArrayList<>();
        list(snapshot).ifPresent(list -> {
            for (ManifestFileMeta manifest : manifests.readList(list)) {
                manifests.readEntries(manifest, EntryFilter.ALL).stream()
                        .filter(entry -> entry.kind() == Kind.ADD)
                        .forEach(files::add);
            }
        });
        return files;
    }

    private Optional<ManifestListFile> list(Snapshot snapshot) {
        if (snapshot.kind() == CommitKind.OVERWRITE) {
            return Optional.empty();
        }
        if (producer != ChangelogProducer.NONE) {
            return snapshot.changelogList();
        }
        return snapshot.kind() == CommitKind.APPEND ? Optional.of(snapshot.deltaList()) : Optional.empty();
    }
}

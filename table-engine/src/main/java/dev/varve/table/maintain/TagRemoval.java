package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.EntryFilter;
import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.snapshot.Snapshot;
import dev.varve.table.snapshot.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes tags and what only they keep (format page, snapshots 3.7). While a tag's snapshot is there, or another tag of it, nothing
 * else goes. Otherwise a file goes that neither neighbour has: the nearest older tag, and the nearest newer tag or the oldest
 * snapshot, whichever comes first. A file lives in an unbroken row of snapshots, so who is further away cannot have it.
 *
 * <p>The tag's own file goes first: a run that is cut off leaves files that nobody names, never a tag that cannot be read. Safe for
 * use by several threads.
 */
public final class TagRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(TagRemoval.class);

    private final MaintenanceServices services;

    public TagRemoval(MaintenanceServices services) {
        this.services = requireNonNull(services, "services is null");
    }

    /**
     * Deletes a tag.
     *
     * @return whether there was one
     */
    public boolean delete(String name) {
        Optional<Tag> tag = services.tags().find(name);
        tag.ifPresent(this::delete);
        return tag.isPresent();
    }

    void delete(Tag tag) {
        Snapshot tagged = tag.snapshot();
        services.tags().delete(tag.name());
        List<Tag> others = services.tags().all();
        boolean shared = services.snapshots().find(tagged.id()).isPresent()
                || others.stream().anyMatch(other -> other.snapshot().id() == tagged.id());
        long files = shared ? 0 : deleteFiles(tagged, neighbours(tagged.id(), others));
        LOG.info("tag deleted: table={} tag={} snapshot={} files={}", services.table(), tag.name(), tagged.id(), files);
    }

    private List<Snapshot> neighbours(long id, List<Tag> others) {
        List<Snapshot> found = new ArrayList<>();
        others.stream()
                .map(Tag::snapshot)
                .filter(snapshot -> snapshot.id() < id)
                .reduce((older, newer) -> newer)
                .ifPresent(found::add);
        Optional<Snapshot> newerTag = others.stream()
                .map(Tag::snapshot)
                .filter(snapshot -> snapshot.id() > id)
                .findFirst();
        Optional<Snapshot> oldest = services.snapshots().earliest();
        newerTag.filter(tag -> oldest.isEmpty() || tag.id() < oldest.get().id())
                .or(() -> oldest)
                .ifPresent(found::add);
        return found;
    }

    private long deleteFiles(Snapshot tagged, List<Snapshot> neighbours) {
        FileRemoval removal = new FileRemoval(services);
        try {
            FileNames kept = new FileNames();
            MetadataFiles keptMetadata = new MetadataFiles(services.manifests(), services.layout());
            for (Snapshot neighbour : neighbours) {
                kept.addLive(neighbour, services.manifests());
                keptMetadata.addState(neighbour);
            }
            FileNames live = FileNames.liveIn(tagged, services.manifests());
            for (ManifestFileMeta manifest : services.manifests().readLists(tagged.manifestLists())) {
                for (ManifestEntry entry : services.manifests().readEntries(manifest, EntryFilter.ALL)) {
                    String name = entry.file().name();
                    if (live.contains(name) && !kept.contains(name)) {
                        delete(entry, removal);
                    }
                }
            }
            removal.flush();
            MetadataFiles gone = new MetadataFiles(services.manifests(), services.layout())
                    .addState(tagged)
                    .minus(keptMetadata);
            removal.deleteAll(gone.leaves());
            removal.deleteAll(gone.heads());
        } catch (StorageException | CorruptTableException e) {
            if (e.retryable()) {
                throw e;
            }
            LOG.warn(
                    "files of a deleted tag stay, since manifests cannot be read; remove orphan files: table={} snapshot={}",
                    services.table(),
                    tagged.id(),
                    e);
        }
        return removal.deleted();
    }

    private void delete(ManifestEntry entry, FileRemoval removal) {
        Location file = FilePlaces.of(services.dataFiles(), entry);
        removal.delete(file);
        entry.file().extraFiles().forEach(extra -> removal.delete(file.parent().child(extra)));
    }
}

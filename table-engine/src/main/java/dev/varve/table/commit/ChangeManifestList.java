package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.ManifestEntry;
import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestStore;
import java.util.List;

/** The delta or changelog list of a snapshot in the making. It depends on no base, so it is written once. Confined to one thread. */
final class ChangeManifestList {
    private final ManifestStore store;
    private final List<ManifestEntry> entries;
    private List<ManifestFileMeta> manifests;
    private ManifestListFile list;

    ChangeManifestList(ManifestStore store, List<ManifestEntry> entries) {
        this.store = requireNonNull(store, "store is null");
        this.entries = List.copyOf(entries);
    }

    /** Writes manifests and list, unless an earlier attempt has. */
    ManifestListFile write() {
        if (manifests == null) {
            manifests = store.writeEntries(entries);
        }
        if (list == null) {
            list = store.writeList(manifests);
        }
        return list;
    }

    /** Nothing written here will ever be named by a snapshot. */
    void discard() {
        if (list != null) {
            store.deleteList(list);
            list = null;
        }
        if (manifests != null) {
            store.deleteManifests(manifests);
            manifests = null;
        }
    }
}

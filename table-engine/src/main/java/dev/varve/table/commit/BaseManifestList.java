package dev.varve.table.commit;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.ManifestFileMeta;
import dev.varve.table.manifest.ManifestListFile;
import dev.varve.table.manifest.ManifestMerger;
import dev.varve.table.manifest.ManifestStore;
import dev.varve.table.manifest.MergedManifests;
import java.util.ArrayList;
import java.util.List;

/**
 * The base list of a snapshot in the making: the manifests of its base, merged. The list is written anew for every attempt; merged
 * manifests are kept, as long as what they were made of is how the next base begins. Confined to one thread.
 */
final class BaseManifestList {
    private final ManifestStore store;
    private final ManifestMerger merger;
    private List<ManifestFileMeta> source = List.of();
    private MergedManifests merged = new MergedManifests(List.of(), List.of());
    private ManifestListFile list;

    BaseManifestList(ManifestStore store, ManifestMerger merger) {
        this.store = requireNonNull(store, "store is null");
        this.merger = requireNonNull(merger, "merger is null");
    }

    /** Writes the list for this base. */
    ManifestListFile write(List<ManifestFileMeta> base) {
        List<ManifestFileMeta> manifests = new ArrayList<>();
        if (!merged.written().isEmpty() && startsWith(base, source)) {
            manifests.addAll(merged.manifests());
            manifests.addAll(base.subList(source.size(), base.size()));
        } else {
            discardMerged();
            merged = merger.merge(base);
            source = base;
            manifests.addAll(merged.manifests());
        }
        list = store.writeList(manifests);
        return list;
    }

    private static boolean startsWith(List<ManifestFileMeta> manifests, List<ManifestFileMeta> prefix) {
        return manifests.size() >= prefix.size()
                && manifests.subList(0, prefix.size()).equals(prefix);
    }

    /** The last list will certainly not be named by a snapshot. */
    void discardList() {
        if (list != null) {
            store.deleteList(list);
            list = null;
        }
    }

    /** Nothing written here will ever be named by a snapshot. */
    void discard() {
        discardList();
        discardMerged();
    }

    private void discardMerged() {
        store.deleteManifests(merged.written());
        merged = new MergedManifests(List.of(), List.of());
    }
}

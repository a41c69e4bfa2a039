package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which manifests are merged when a snapshot is made (format page snapshots, manifest merging). Sees sizes and counts
 * only. Pure.
 */
final class ManifestMergePolicy {
    private final ManifestSettings settings;

    ManifestMergePolicy(ManifestSettings settings) {
        this.settings = requireNonNull(settings, "settings is null");
    }

    /** Manifests that stand together in the list; {@code merge} tells whether they become one. */
    record Group(List<ManifestFileMeta> manifests, boolean merge) {
        Group {
            manifests = List.copyOf(manifests);
        }
    }

    /** Whether the manifests that ought to change have grown so large that deletions are resolved everywhere. */
    boolean fullMergeIsDue(List<ManifestFileMeta> manifests) {
        long bytes = 0;
        for (ManifestFileMeta manifest : manifests) {
            if (mustChange(manifest)) {
                bytes += manifest.sizeBytes();
            }
        }
        return bytes >= settings.fullMergeBytes();
    }

    /** Whether a full merge rewrites this manifest in any case: it deletes files, or is small. */
    boolean mustChange(ManifestFileMeta manifest) {
        return manifest.deletedFiles() > 0 || manifest.sizeBytes() < settings.targetBytes();
    }

    /**
     * The minor merge: neighbours that together reach the target size become one; what is left at the end only if it is many.
     *
     * @return all manifests in their order
     */
    List<Group> minorMerge(List<ManifestFileMeta> manifests) {
        List<Group> groups = new ArrayList<>();
        List<ManifestFileMeta> candidates = new ArrayList<>();
        long bytes = 0;
        for (ManifestFileMeta manifest : manifests) {
            candidates.add(manifest);
            bytes += manifest.sizeBytes();
            if (bytes >= settings.targetBytes()) {
                groups.add(new Group(candidates, candidates.size() > 1));
                candidates = new ArrayList<>();
                bytes = 0;
            }
        }
        if (!candidates.isEmpty()) {
            groups.add(new Group(candidates, candidates.size() > 1 && candidates.size() >= settings.mergeMinCount()));
        }
        return groups;
    }
}

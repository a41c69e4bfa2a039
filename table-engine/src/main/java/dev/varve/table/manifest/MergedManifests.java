package dev.varve.table.manifest;

import java.util.List;

/**
 * What manifest merging came to.
 *
 * @param manifests the base list of the next snapshot, in order
 * @param written those among them that are new, and unreferenced until a snapshot names them
 */
public record MergedManifests(List<ManifestFileMeta> manifests, List<ManifestFileMeta> written) {
    public MergedManifests {
        manifests = List.copyOf(manifests);
        written = List.copyOf(written);
    }
}

package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * A manifest list as a snapshot names it.
 *
 * @param name bare file name in the manifest directory
 * @param sizeBytes size in bytes, if the snapshot tells it
 */
public record ManifestListFile(String name, OptionalLong sizeBytes) {
    public ManifestListFile {
        requireNonNull(name, "name is null");
        requireNonNull(sizeBytes, "sizeBytes is null");
    }
}

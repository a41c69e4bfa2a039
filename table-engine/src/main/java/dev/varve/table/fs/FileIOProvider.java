package dev.varve.table.fs;

import java.util.Map;
import java.util.Set;

/**
 * A kind of store, found through {@link java.util.ServiceLoader} with the engine's own class loader, so that no room imports
 * the Hadoop room.
 */
public interface FileIOProvider {
    /** Whether this provider serves URIs of this scheme ({@code file}, {@code s3a}, {@code hdfs} …). */
    boolean serves(String scheme);

    /** Higher wins when several providers serve a scheme. */
    default int priority() {
        return 0;
    }

    /**
     * Opens the store for locations of this scheme.
     *
     * @param settings store settings as the user gave them, for Hadoop the {@code fs.*} keys without any prefix of ours
     */
    FileIO open(Location root, Map<String, String> settings);

    /** Names of settings whose values are secrets and never appear in logs or errors. */
    default Set<String> secretSettings() {
        return Set.of();
    }
}

package dev.varve.table.fs;

import dev.varve.table.env.Env;
import java.util.Map;
import java.util.Set;

/**
 * A kind of store, found through {@link java.util.ServiceLoader} with the engine's own class loader, so that no room imports
 * the Hadoop room.
 */
public interface FileIOProvider {
    /** The schemes of the URIs that this provider serves, in lower case: {@code file}, {@code s3a}, {@code hdfs} … */
    Set<String> schemes();

    /** Higher wins when several providers serve a scheme. */
    default int priority() {
        return 0;
    }

    /**
     * Opens the store that holds {@code root}. Whoever opens it closes it.
     *
     * @param root the location of a warehouse or table; its scheme is one of {@link #schemes}
     * @param settings store settings as the user gave them, for Hadoop the {@code fs.*} keys without any prefix of ours;
     *     settings that the store does not know are left alone
     */
    FileIO open(Location root, Map<String, String> settings, Env env);

    /** Whether the value of this setting is a secret, which never appears in logs or errors. */
    default boolean isSecret(String setting) {
        return false;
    }
}

package dev.varve.table.fs;

/**
 * What a store tells about one file or directory.
 *
 * @param sizeBytes 0 for directories
 * @param modifiedMillis time of the last change in epoch milliseconds, 0 if the store does not know
 */
public record FileEntry(Location location, boolean directory, long sizeBytes, long modifiedMillis) {
    public String name() {
        return location.name();
    }
}

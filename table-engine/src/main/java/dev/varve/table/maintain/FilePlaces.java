package dev.varve.table.maintain;

import dev.varve.table.datafile.DataFilePaths;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.manifest.ManifestEntry;

/** Places of files that are to go. */
final class FilePlaces {
    private FilePlaces() {}

    /** Where a data or changelog file lies, inside the table or outside. */
    static Location of(DataFilePaths paths, ManifestEntry entry) {
        return entry.file()
                .externalPath()
                .map(Location::of)
                .orElseGet(
                        () -> paths.directory(entry.bucket()).child(entry.file().name()));
    }

    /** Removes a directory below the table, and those above it, as long as nothing is in them. */
    static void removeIfEmpty(MaintenanceServices services, Location directory) {
        FileIO io = services.io();
        String root = services.layout().root().value() + "/";
        Location current = directory;
        try {
            while (current.value().startsWith(root) && io.list(current).isEmpty()) {
                io.delete(current);
                current = current.parent();
            }
        } catch (StorageException e) {
            // A writer has just put something there.
            if (e.retryable()) {
                throw e;
            }
        }
    }
}

package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes entries into as many manifests as they need, a new one whenever the target size is reached. No entries make no file.
 * Confined to one thread; after an exception only {@link #abort} may be called.
 */
final class RollingManifestWriter {
    private final Supplier<ManifestWriter> newFile;
    private final long targetBytes;
    private final List<ManifestFileMeta> finished = new ArrayList<>();
    private ManifestWriter current;

    RollingManifestWriter(Supplier<ManifestWriter> newFile, long targetBytes) {
        this.newFile = requireNonNull(newFile, "newFile is null");
        this.targetBytes = targetBytes;
    }

    void write(ManifestEntry entry) {
        if (current == null) {
            current = newFile.get();
        }
        current.write(entry);
        if (current.flushedBytes() >= targetBytes) {
            roll();
        }
    }

    private void roll() {
        finished.add(current.finish());
        current = null;
    }

    /** Finishes the last file and returns all, in the order of their entries. */
    List<ManifestFileMeta> finish() {
        if (current != null) {
            roll();
        }
        return List.copyOf(finished);
    }

    /** Gives up the file that is being written; returns those already finished, which the caller deletes. */
    List<ManifestFileMeta> abort(Exception cause) {
        if (current != null) {
            current.abort(cause);
        }
        return List.copyOf(finished);
    }
}

package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import java.util.Optional;

/**
 * Reads the files of manifests and lists. They never change and no name is used twice, so small ones are remembered: every commit
 * reads those of its base, most of which the commit before has read or written. A remembered file may be gone from the store; who
 * must know that reads without a cache. Safe for use by several threads.
 */
final class ManifestContents {
    private static final String CONTENT = "content";
    /** A larger one would drive many others out. */
    private static final int LARGEST_KEPT = 1 << 20;

    private final FileIO io;
    private final MetadataCache cache;

    ManifestContents(FileIO io, MetadataCache cache) {
        this.io = requireNonNull(io, "io is null");
        this.cache = requireNonNull(cache, "cache is null");
    }

    /** @return not to be changed */
    byte[] read(Location file) {
        Optional<byte[]> kept = cache.find(file, CONTENT);
        if (kept.isPresent()) {
            return kept.get();
        }
        byte[] content = io.readAll(file);
        if (content.length <= LARGEST_KEPT) {
            cache.put(file, CONTENT, new MetadataCache.Sized<>(content, content.length));
        }
        return content;
    }
}

package dev.varve.table.datafile;

import dev.varve.table.error.StorageException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import dev.varve.table.index.FileIndex;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.DataFileMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Finds the indexes of data files: in their metadata, or in the file beside them. Safe for use by several threads. */
final class FileIndexes {
    /** A larger index costs more to read than it can save. */
    private static final long MAX_BYTES = 64L << 20;

    private final FileIO io;
    private final MetadataCache cache;

    FileIndexes(FileIO io, MetadataCache cache) {
        this.io = io;
        this.cache = cache;
    }

    /** The indexes of a file; empty if it has none that can be used. */
    Optional<FileIndex> find(Location location, DataFileMeta file) {
        String name = TableLayout.fileIndexName(file.name());
        if (file.embeddedIndex().isEmpty() && !file.extraFiles().contains(name)) {
            return Optional.empty();
        }
        try {
            return cache.get(location, FileIndex.class, () -> load(location, name, file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private MetadataCache.Sized<Optional<FileIndex>> load(Location location, String name, DataFileMeta file) {
        if (file.embeddedIndex().isPresent()) {
            ByteBuffer embedded = file.embeddedIndex().get();
            return new MetadataCache.Sized<>(
                    Optional.of(FileIndex.parse(embedded, location.toString())), embedded.remaining());
        }
        Location beside = location.parent().child(name);
        byte[] bytes;
        try (var input = io.open(beside)) {
            if (input.size() > MAX_BYTES) {
                return new MetadataCache.Sized<>(Optional.empty(), 0);
            }
            bytes = new byte[(int) input.size()];
            input.readFully(0, bytes, 0, bytes.length);
        } catch (StorageException e) {
            if (e.isNotFound()) {
                // The data file, which is there or not, tells what that means; it can be read without its index.
                return new MetadataCache.Sized<>(Optional.empty(), 0);
            }
            throw e;
        }
        return new MetadataCache.Sized<>(
                Optional.of(FileIndex.parse(ByteBuffer.wrap(bytes), location.toString())), bytes.length);
    }
}

package dev.varve.table.deletion;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.CorruptTableException;
import dev.varve.table.format.MetadataCache;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * The container files (format page index, deletion vectors): one byte, the version, then vectors back to back, found by what the
 * index manifest says of them. Safe for use by several threads.
 */
public final class DeletionVectorFiles {
    // A number on disk: never change it.
    private static final byte VERSION = 1;

    private final FileIO io;
    private final MetadataCache cache;

    /** Vectors are read each time. */
    public DeletionVectorFiles(FileIO io) {
        this(io, MetadataCache.NONE);
    }

    /** @param cache keeps vectors that were read */
    public DeletionVectorFiles(FileIO io, MetadataCache cache) {
        this.io = requireNonNull(io, "io is null");
        this.cache = requireNonNull(cache, "cache is null");
    }

    /**
     * Reads one vector.
     *
     * @throws dev.varve.table.error.StorageException NOT_FOUND if the file is gone
     * @throws CorruptTableException if the bytes are not those of a vector, or not of the one that was listed
     */
    public DeletionVector read(VectorPlace place) {
        try {
            return cache.get(place.file(), place, () -> {
                DeletionVector vector = load(place);
                return new MetadataCache.Sized<>(vector, vector.sizeBytes());
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DeletionVector load(VectorPlace place) {
        long rest = place.fileBytes() - place.offset();
        if (place.offset() < 1 || place.length() < 0 || rest < 0) {
            throw new CorruptTableException("deletion vector of data file " + place.dataFile()
                    + " cannot be at " + place.offset() + " with length " + place.length() + " in " + place.file()
                    + " of " + place.fileBytes() + " bytes");
        }
        // Of the first kind the length does not count the eight bytes around the vector.
        byte[] bytes = new byte
                [(int) Math.min(
                        rest,
                        place.length()
                                + (long) DeletionVectorFormat.LENGTH_BYTES
                                + DeletionVectorFormat.CHECKSUM_BYTES)];
        try (var input = io.open(place.file(), place.fileBytes())) {
            input.readFully(place.offset(), bytes, 0, bytes.length);
        }
        return new StoredVector(bytes, place).decode();
    }

    /**
     * Writes a container.
     *
     * @param file under a name that nobody else uses
     * @param vectors by data file, none empty
     * @return where each of them is; the file is durable
     */
    public List<VectorPlace> write(
            Location file, SortedMap<String, DeletionVector> vectors, DeletionVectorFormat format) {
        List<byte[]> encoded = vectors.values().stream().map(format::encode).toList();
        long size = 1 + encoded.stream().mapToLong(bytes -> bytes.length).sum();
        List<VectorPlace> places = new ArrayList<>();
        FileOutput output = io.create(file);
        try {
            output.write(new byte[] {VERSION}, 0, 1);
            int i = 0;
            for (Map.Entry<String, DeletionVector> vector : vectors.entrySet()) {
                byte[] bytes = encoded.get(i++);
                places.add(new VectorPlace(
                        file,
                        size,
                        vector.getKey(),
                        Math.toIntExact(output.position()),
                        format.listedLength(bytes.length),
                        OptionalLong.of(vector.getValue().cardinality())));
                output.write(bytes, 0, bytes.length);
            }
            output.close();
        } catch (RuntimeException | Error e) {
            output.abort();
            throw e;
        }
        return places;
    }
}

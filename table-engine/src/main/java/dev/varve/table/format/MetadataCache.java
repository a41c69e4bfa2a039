package dev.varve.table.format;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.fs.Location;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Metadata that was read: of data files footers, page indexes, file indexes, and of columns of which single rows are looked up the
 * dictionaries and pages; and manifests. Such a file never changes and no name is used twice, so
 * what is here stays right; what was not used for the longest time goes when there is no room. Safe for use by several threads:
 * two that miss the same part at the same time both load it.
 */
public final class MetadataCache {
    /** Holds nothing: everything is loaded each time. */
    public static final MetadataCache NONE = new MetadataCache(0);

    /** What an entry needs beside its content. */
    private static final long ENTRY_BYTES = 300;

    private final long maxBytes;

    /** Guarded by itself, as are the counters. In the order of the last use. */
    private final LinkedHashMap<Key, Sized<?>> entries = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;
    private long hits;
    private long misses;

    /** @param part tells the parts of one file apart */
    private record Key(Location file, Object part) {}

    /**
     * A loaded part.
     *
     * @param value immutable
     * @param bytes about how much memory it takes
     */
    public record Sized<T>(T value, long bytes) {
        public Sized {
            requireNonNull(value, "value is null");
        }
    }

    /** Loads a part that is not here. */
    @FunctionalInterface
    public interface Loader<T> {
        Sized<T> load() throws IOException;
    }

    /** @param maxBytes about how much memory all entries may take together */
    public MetadataCache(long maxBytes) {
        Check.argument(maxBytes >= 0, "a cache of %s bytes", maxBytes);
        this.maxBytes = maxBytes;
    }

    /**
     * A part of a file's metadata, loaded if it is not here.
     *
     * @param part what it is, with {@code equals} and {@code hashCode}; the same part always has the same type
     */
    public <T> T get(Location file, Object part, Loader<T> loader) throws IOException {
        Optional<T> found = find(file, part);
        if (found.isPresent()) {
            return found.get();
        }
        Sized<T> loaded = loader.load();
        put(file, part, loaded);
        return loaded.value();
    }

    /** A part that is here, for those that load several together. */
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(Location file, Object part) {
        synchronized (entries) {
            Sized<?> found = entries.get(new Key(file, part));
            if (found == null) {
                misses++;
                return Optional.empty();
            }
            hits++;
            return Optional.of((T) found.value());
        }
    }

    /** Keeps a loaded part as long as there is room. */
    public void put(Location file, Object part, Sized<?> loaded) {
        keep(new Key(file, part), new Sized<>(loaded.value(), loaded.bytes() + ENTRY_BYTES));
    }

    private void keep(Key key, Sized<?> loaded) {
        if (loaded.bytes() > maxBytes) {
            return;
        }
        synchronized (entries) {
            Sized<?> before = entries.put(key, loaded);
            bytes += loaded.bytes() - (before == null ? 0 : before.bytes());
            Iterator<Map.Entry<Key, Sized<?>>> oldest = entries.entrySet().iterator();
            while (bytes > maxBytes) {
                bytes -= oldest.next().getValue().bytes();
                oldest.remove();
            }
        }
    }

    /** About how much memory is in use. */
    public long bytes() {
        synchronized (entries) {
            return bytes;
        }
    }

    /** How often a part was here. */
    public long hits() {
        synchronized (entries) {
            return hits;
        }
    }

    /** How often a part had to be loaded. */
    public long misses() {
        synchronized (entries) {
            return misses;
        }
    }
}

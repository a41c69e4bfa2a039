package dev.varve.table.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.table.error.Check;
import dev.varve.table.error.CorruptTableException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.StorageException.Kind;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A store in memory that behaves like an object store: a file appears when it is completely written, directories exist as long
 * as something is in them, and create-if-absent is atomic. Deterministic: listings are in the order of names, and times of change
 * count up from 1 unless a clock is given.
 *
 * <p>Safe for use by several threads; guarded by {@code this}. One instance may stand for the store of several writers at once,
 * each with a {@link FaultyFileIO} of its own in front. Stays usable after {@link #close}.
 */
public final class MemoryFileIO implements FileIO {
    private final NavigableMap<Location, StoredFile> files = new TreeMap<>();
    private final LongSupplier clock;

    /** A store whose times of change are 1, 2, 3 … */
    public MemoryFileIO() {
        this(new AtomicLong()::incrementAndGet);
    }

    /** A store that takes the times of change from this clock. */
    public MemoryFileIO(ManualEnv env) {
        this(env::currentTimeMillis);
    }

    private MemoryFileIO(LongSupplier clock) {
        this.clock = clock;
    }

    /** Another store with the same files: what a process would find that starts after this moment. */
    public synchronized MemoryFileIO copy() {
        MemoryFileIO copy = new MemoryFileIO(clock);
        copy.files.putAll(files);
        return copy;
    }

    /** All files in the order of their names. */
    public synchronized List<Location> files() {
        return List.copyOf(files.keySet());
    }

    /** All files below a directory, at any depth, in the order of their names. */
    public synchronized List<Location> filesBelow(Location directory) {
        return List.copyOf(below(directory).keySet());
    }

    /** Puts a file with this text there, as if it had always been there. */
    public void put(Location file, String text) {
        put(file, text.getBytes(UTF_8));
    }

    /** Puts a file with these bytes there, as if it had always been there. */
    public synchronized void put(Location file, byte[] content) {
        files.put(file, new StoredFile(content.clone(), clock.getAsLong()));
    }

    /** The content of a small file as text. */
    public String text(Location file) {
        return new String(readAll(file), UTF_8);
    }

    @Override
    public synchronized List<FileEntry> list(Location directory) {
        Map<Location, FileEntry> entries = new TreeMap<>();
        below(directory).forEach((file, stored) -> {
            String relative = relative(directory, file);
            int slash = relative.indexOf('/');
            if (slash < 0) {
                entries.put(file, stored.entry(file));
            } else {
                Location child = directory.child(relative.substring(0, slash));
                entries.putIfAbsent(child, directoryEntry(child));
            }
        });
        return new ArrayList<>(entries.values());
    }

    @Override
    public synchronized Optional<FileEntry> find(Location location) {
        StoredFile stored = files.get(location);
        if (stored != null) {
            return Optional.of(stored.entry(location));
        }
        return below(location).isEmpty() ? Optional.empty() : Optional.of(directoryEntry(location));
    }

    @Override
    public SeekableInput open(Location file) {
        return new Input(file, load("open", file).content);
    }

    @Override
    public byte[] readAll(Location file) {
        return load("read", file).content.clone();
    }

    @Override
    public FileOutput create(Location file) {
        return new Output(file);
    }

    @Override
    public synchronized boolean createIfAbsent(Location file, byte[] content) {
        if (find(file).isPresent()) {
            return false;
        }
        put(file, content);
        return true;
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        put(file, content);
    }

    @Override
    public synchronized void delete(Location location) {
        if (!below(location).isEmpty()) {
            throw new StorageException(
                    Kind.REFUSED, "cannot delete " + location + ": the directory is not empty", null);
        }
        files.remove(location);
    }

    @Override
    public void requireAtomicCreate(Location directory) {}

    @Override
    public void close() {}

    private synchronized StoredFile load(String operation, Location file) {
        StoredFile stored = files.get(file);
        if (stored == null) {
            throw new StorageException(Kind.NOT_FOUND, "cannot " + operation + " " + file + ": no such file", null);
        }
        return stored;
    }

    private NavigableMap<Location, StoredFile> below(Location directory) {
        String prefix = directory.value().endsWith("/") ? directory.value() : directory.value() + "/";
        // '0' follows '/' : every name below the directory, and nothing else, lies between the two.
        String end = prefix.substring(0, prefix.length() - 1) + '0';
        return files.subMap(directory.child("\u0000"), true, Location.of(end), false);
    }

    private static String relative(Location directory, Location file) {
        String prefix = directory.value().endsWith("/") ? directory.value() : directory.value() + "/";
        return file.value().substring(prefix.length());
    }

    private static FileEntry directoryEntry(Location directory) {
        return new FileEntry(directory, true, 0, 0);
    }

    /** A file that is there; the bytes are never changed. */
    private record StoredFile(byte[] content, long modifiedMillis) {
        FileEntry entry(Location location) {
            return new FileEntry(location, false, content.length, modifiedMillis);
        }
    }

    private static final class Input implements SeekableInput {
        private final Location file;
        private final byte[] content;
        private boolean closed;

        Input(Location file, byte[] content) {
            this.file = file;
            this.content = content;
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) {
            Check.that(!closed, "read of %s, which is closed", file);
            Check.argument(position >= 0 && length >= 0, "cannot read %s bytes at %s", length, position);
            if (position + length > content.length) {
                throw new CorruptTableException(file + " ends after " + content.length + " bytes; expected " + length
                        + " bytes at position " + position);
            }
            System.arraycopy(content, (int) position, target, offset, length);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final class Output implements FileOutput {
        private final Location file;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private boolean ended;

        Output(Location file) {
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            Check.that(!ended, "write to %s, which is closed or given up", file);
            written.write(bytes, offset, length);
        }

        @Override
        public long position() {
            return written.size();
        }

        @Override
        public void close() {
            if (!ended) {
                ended = true;
                publish(file, written.toByteArray());
            }
        }

        @Override
        public void abort() {
            ended = true;
        }
    }

    private synchronized void publish(Location file, byte[] content) {
        Check.that(!files.containsKey(file), "%s is written twice; names of new files must be unique", file);
        put(file, content);
    }
}

package dev.varve.table.testing;

import static java.util.Objects.requireNonNull;

import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.fs.FileStatus;
import org.apache.paimon.fs.Path;
import org.apache.paimon.fs.PositionOutputStream;
import org.apache.paimon.fs.SeekableInputStream;

/**
 * Lets Apache Paimon Java work on a store of ours, such as one in memory: no disk, and both see the same files at once. Paths have the
 * scheme {@code store}.
 */
public final class PaimonStore implements org.apache.paimon.fs.FileIO {
    private static final long serialVersionUID = 1;

    private final transient FileIO store;

    public PaimonStore(FileIO store) {
        this.store = requireNonNull(store, "store is null");
    }

    /** What Paimon calls a place in the store. */
    public static Path path(Location location) {
        return new Path("store:" + location.value());
    }

    private static Location location(Path path) {
        return Location.of(path.toUri().getPath());
    }

    @Override
    public boolean isObjectStore() {
        return false;
    }

    @Override
    public void configure(CatalogContext context) {}

    @Override
    public SeekableInputStream newInputStream(Path path) throws IOException {
        if (store.find(location(path)).isEmpty()) {
            throw new FileNotFoundException(path.toString());
        }
        return new Input(store.open(location(path)));
    }

    @Override
    public PositionOutputStream newOutputStream(Path path, boolean overwrite) throws IOException {
        if (!overwrite && exists(path)) {
            throw new IOException(path + " exists");
        }
        return overwrite ? new Replacement(store, location(path)) : new Output(store.create(location(path)));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return status(store.find(location(path)).orElseThrow(() -> new FileNotFoundException(path.toString())));
    }

    @Override
    public FileStatus[] listStatus(Path path) {
        return store.list(location(path)).stream().map(PaimonStore::status).toArray(FileStatus[]::new);
    }

    @Override
    public boolean exists(Path path) {
        return store.find(location(path)).isPresent();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        boolean existed = exists(path);
        if (recursive) {
            for (FileEntry entry : store.list(location(path))) {
                delete(path(entry.location()), true);
            }
        }
        store.delete(location(path));
        return existed;
    }

    /** Directories exist as long as something is in them. */
    @Override
    public boolean mkdirs(Path path) {
        return true;
    }

    @Override
    public boolean rename(Path from, Path to) {
        boolean created = store.createIfAbsent(location(to), store.readAll(location(from)));
        if (created) {
            store.delete(location(from));
        }
        return created;
    }

    private static FileStatus status(FileEntry entry) {
        return new FileStatus() {
            @Override
            public long getLen() {
                return entry.sizeBytes();
            }

            @Override
            public boolean isDir() {
                return entry.directory();
            }

            @Override
            public Path getPath() {
                return path(entry.location());
            }

            @Override
            public long getModificationTime() {
                return entry.modifiedMillis();
            }
        };
    }

    private static final class Input extends SeekableInputStream {
        private final SeekableInput input;
        private long position;

        Input(SeekableInput input) {
            this.input = input;
        }

        @Override
        public void seek(long newPosition) {
            position = newPosition;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int available = (int) Math.min(length, input.size() - position);
            if (available <= 0) {
                return length == 0 ? 0 : -1;
            }
            input.readFully(position, target, offset, available);
            position += available;
            return available;
        }

        @Override
        public void close() {
            input.close();
        }
    }

    /** A file that may be there already; such files, hints, are small. */
    private static final class Replacement extends PositionOutputStream {
        private final FileIO store;
        private final Location file;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        Replacement(FileIO store, Location file) {
            this.store = store;
            this.file = file;
        }

        @Override
        public long getPos() {
            return content.size();
        }

        @Override
        public void write(int one) {
            content.write(one);
        }

        @Override
        public void write(byte[] bytes) {
            content.writeBytes(bytes);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            content.write(bytes, offset, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            store.overwrite(file, content.toByteArray());
        }
    }

    private static final class Output extends PositionOutputStream {
        private final FileOutput output;

        Output(FileOutput output) {
            this.output = output;
        }

        @Override
        public long getPos() {
            return output.position();
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes) {
            write(bytes, 0, bytes.length);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            output.write(bytes, offset, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            output.close();
        }
    }
}

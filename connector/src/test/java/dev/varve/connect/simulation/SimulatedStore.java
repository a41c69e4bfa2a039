package dev.varve.connect.simulation;

import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import dev.varve.table.testing.ManualEnv;
import dev.varve.table.testing.MemoryFileIO;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The store that all processes share. Requests that change it may be late: the caller gets an error, and the change happens when it
 * is {@link #settle settled}, perhaps after the caller's death. A request is never so late that a snapshot expires meanwhile: the
 * oldest snapshot is kept for an hour by default, and no store holds a request for so long.
 */
final class SimulatedStore implements FileIO {
    /** Is told of every change that a process makes. */
    interface Observer {
        /** A file has been created as a whole, by create-if-absent. */
        void created(Location file, byte[] content);

        void overwriting(Location file);

        void deleting(Location file);
    }

    private final MemoryFileIO files;
    private final Tally tally;
    private final BooleanSupplier late;
    private final List<Runnable> onTheirWay = new ArrayList<>();
    private Observer observer;

    SimulatedStore(ManualEnv env, Tally tally, BooleanSupplier late) {
        this.files = new MemoryFileIO(env);
        this.tally = tally;
        this.late = late;
    }

    void observer(Observer newObserver) {
        observer = newObserver;
    }

    /** What is in the store, without delay or fault. */
    MemoryFileIO files() {
        return files;
    }

    /** Number of requests that are on their way. */
    int onTheirWay() {
        return onTheirWay.size();
    }

    /** One late request arrives. */
    void settle(int index) {
        tally.count(Happening.REQUEST_ARRIVED_LATE);
        onTheirWay.remove(index).run();
    }

    /** All late requests arrive. */
    void settleAll() {
        while (!onTheirWay.isEmpty()) {
            settle(0);
        }
    }

    private boolean isLate(Runnable request) {
        if (!late.getAsBoolean()) {
            return false;
        }
        tally.count(Happening.REQUEST_LATE);
        onTheirWay.add(request);
        return true;
    }

    private static StorageException timeout(Location location) {
        return new StorageException(StorageException.Kind.TRANSIENT, "injected timeout at " + location, null);
    }

    @Override
    public boolean createIfAbsent(Location file, byte[] content) {
        if (isLate(() -> create(file, content))) {
            throw new CommitOutcomeUnknownException("injected timeout at " + file);
        }
        return create(file, content);
    }

    private boolean create(Location file, byte[] content) {
        boolean created = files.createIfAbsent(file, content);
        if (created) {
            observer.created(file, content);
        } else {
            tally.count(Happening.REQUEST_ARRIVED_IN_VAIN);
        }
        return created;
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        observer.overwriting(file);
        if (isLate(() -> files.overwrite(file, content))) {
            throw timeout(file);
        }
        files.overwrite(file, content);
    }

    @Override
    public void delete(Location location) {
        if (location.name().startsWith("snapshot-")) {
            settleAll();
        }
        if (isLate(() -> deleteLate(location))) {
            throw timeout(location);
        }
        deleteNow(location);
    }

    /** A directory may have been filled meanwhile; nobody is there to be told. */
    private void deleteLate(Location location) {
        boolean filled = files.find(location).filter(FileEntry::directory).isPresent();
        if (!filled) {
            deleteNow(location);
        }
    }

    private void deleteNow(Location location) {
        observer.deleting(location);
        files.delete(location);
    }

    @Override
    public FileOutput create(Location file) {
        return new Output(file);
    }

    @Override
    public List<FileEntry> list(Location directory) {
        return files.list(directory);
    }

    @Override
    public Optional<FileEntry> find(Location location) {
        return files.find(location);
    }

    @Override
    public SeekableInput open(Location file) {
        return files.open(file);
    }

    @Override
    public byte[] readAll(Location file) {
        return files.readAll(file);
    }

    @Override
    public void requireAtomicCreate(Location directory) {}

    @Override
    public void close() {}

    /** A new file; it is there once it is closed, or later. */
    private final class Output implements FileOutput {
        private final Location file;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        Output(Location file) {
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            written.write(bytes, offset, length);
        }

        @Override
        public long position() {
            return written.size();
        }

        @Override
        public void close() {
            if (isLate(this::publish)) {
                throw timeout(file);
            }
            publish();
        }

        private void publish() {
            if (files.find(file).isEmpty()) {
                files.put(file, written.toByteArray());
            }
        }

        @Override
        public void abort() {}
    }
}

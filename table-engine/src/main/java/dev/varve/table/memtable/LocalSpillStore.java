package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of its own on a local disk, made with the first file and deleted in the end; nobody but the process's user may look
 * into it.
 *
 * <p>Its owner holds a lock on the file {@code owner} for as long as it lives. A directory whose lock is free was left behind by a
 * dead process: it is deleted by the next store that begins beside it. Nothing is ever read from it. A directory gets its final
 * name when it is locked. Directories of the own process are told by their name and left alone: on POSIX systems merely closing
 * a file again gives up the locks that other parts of the process hold on it.
 *
 * <p>Streams of the old kind throughout: an interrupt of the thread does not close them in the middle of a file.
 */
final class LocalSpillStore implements SpillStore {
    private static final Logger LOG = LoggerFactory.getLogger(LocalSpillStore.class);
    private static final String PREFIX = "varve-spill-";
    private static final String STAGING_PREFIX = ".varve-new-";
    private static final String OWNER = "owner";
    /** Names this process to all copies of this class in it, whatever class loader they have. */
    private static final String PROCESS_PROPERTY = "dev.varve.process";

    private final Path parent;
    private final Path staging;
    private final Path directory;
    private final String ownPrefix;
    private FileChannel owner;
    private boolean closed;

    /** @param id no other store's */
    LocalSpillStore(Path parent, String id) {
        this.parent = requireNonNull(parent, "parent is null");
        System.getProperties().putIfAbsent(PROCESS_PROPERTY, id);
        this.ownPrefix = PREFIX + System.getProperty(PROCESS_PROPERTY) + "-";
        this.directory = parent.resolve(ownPrefix + id);
        this.staging = parent.resolve(STAGING_PREFIX + id);
    }

    @Override
    public OutputStream create(String name) throws IOException {
        begin();
        Path file = directory.resolve(name);
        Files.createFile(file, ownerOnly(file, "rw-------"));
        return new FileOutputStream(file.toFile());
    }

    private synchronized void begin() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        if (owner != null) {
            return;
        }
        Files.createDirectories(parent);
        deleteLeftovers();
        deleteAll(staging);
        Files.createDirectory(staging, ownerOnly(staging, "rwx------"));
        FileChannel channel =
                FileChannel.open(staging.resolve(OWNER), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            channel.lock();
            Files.move(staging, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        owner = channel;
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Deletes what dead processes have left beside this store. Best effort: leftovers cost space and nothing else. */
    private void deleteLeftovers() throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path sibling : siblings) {
                if (!sibling.getFileName().toString().startsWith(ownPrefix) && isLeftBehind(sibling)) {
                    try {
                        deleteAll(sibling);
                        LOG.info("deleted what a dead process has spilled: directory={}", sibling);
                    } catch (IOException e) {
                        LOG.warn("left-over spill files cannot be deleted: directory={} reason=\"{}\"", sibling, e);
                    }
                }
            }
        }
    }

    private static boolean isLeftBehind(Path sibling) {
        try (FileChannel channel = FileChannel.open(sibling.resolve(OWNER), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException e) {
            // Not ours to judge: another user's, or just being deleted.
            return false;
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }

    @Override
    public Input open(String name) throws IOException {
        return new LocalInput(new RandomAccessFile(directory.resolve(name).toFile(), "r"));
    }

    private record LocalInput(RandomAccessFile file) implements Input {
        @Override
        public void readFully(long position, byte[] to, int offset, int length) throws IOException {
            file.seek(position);
            file.readFully(to, offset, length);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (owner != null) {
            try (FileChannel lock = owner) {
                deleteAll(directory);
            }
            owner = null;
        }
    }

    @Override
    public String describe() {
        return directory.toString();
    }
}

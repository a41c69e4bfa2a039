package dev.varve.table.hadoop;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.StorageException;
import dev.varve.table.error.TableException;
import dev.varve.table.fs.AtomicCreateProbe;
import dev.varve.table.fs.FileEntry;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.FileOutput;
import dev.varve.table.fs.Location;
import dev.varve.table.fs.SeekableInput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Files of one Hadoop file system, which this owns. Safe for use by several threads, as Hadoop's file systems are.
 *
 * <p>How a file is created atomically depends on the file system and is decided once, see {@link AtomicCreate}; file systems for
 * which no way is known are refused.
 */
final class HadoopFileIO implements FileIO {
    private final FileSystem fileSystem;
    private final Env env;
    private final boolean objectStore;

    /** Decided at the first use; the same answer if two threads decide at once. */
    private volatile AtomicCreate atomicCreate;

    /**
     * @param root any place in this file system, existing or not
     * @throws IOException if the file system cannot tell what it is capable of
     */
    HadoopFileIO(FileSystem fileSystem, Location root, Env env) throws IOException {
        this.fileSystem = requireNonNull(fileSystem, "fileSystem is null");
        this.env = requireNonNull(env, "env is null");
        this.objectStore = AtomicCreate.hasConditionalPut(fileSystem, path(root));
    }

    @Override
    public List<FileEntry> list(Location directory) {
        return HadoopCalls.call("list", directory, () -> {
            Path path = path(directory);
            List<FileEntry> entries = new ArrayList<>();
            try {
                RemoteIterator<FileStatus> statuses = fileSystem.listStatusIterator(path);
                while (statuses.hasNext()) {
                    FileStatus status = statuses.next();
                    if (status.isFile() && samePath(status.getPath(), path)) {
                        throw new PathIsNotDirectoryException(directory.value());
                    }
                    entries.add(entry(directory.child(status.getPath().getName()), status));
                }
            } catch (FileNotFoundException e) {
                return List.of();
            }
            return entries;
        });
    }

    @Override
    public Optional<FileEntry> find(Location location) {
        return HadoopCalls.call("look up", location, () -> {
            try {
                return Optional.of(entry(location, fileSystem.getFileStatus(path(location))));
            } catch (FileNotFoundException e) {
                return Optional.empty();
            }
        });
    }

    @Override
    public SeekableInput open(Location file) {
        return HadoopCalls.call("open", file, () -> HadoopInput.open(fileSystem, file, path(file)));
    }

    @Override
    public SeekableInput open(Location file, long size) {
        return objectStore
                ? HadoopCalls.call("open", file, () -> HadoopInput.openOfSize(fileSystem, file, path(file), size))
                : open(file);
    }

    @Override
    public byte[] readAll(Location file) {
        return HadoopCalls.call("read", file, () -> HadoopInput.readAll(fileSystem, path(file)));
    }

    @Override
    public FileOutput create(Location file) {
        return HadoopCalls.call("create", file, () -> {
            Path path = path(file);
            // An object store would ask whether the name is taken, which proves nothing; new names are unique.
            return new HadoopOutput(fileSystem, file, path, HadoopOutput.start(fileSystem, path, objectStore));
        });
    }

    @Override
    public boolean createIfAbsent(Location file, byte[] content) {
        return HadoopCalls.call(
                "create", file, () -> atomicCreate(file.parent()).create(file, path(file), content));
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        HadoopCalls.run("overwrite", file, () -> {
            try (FSDataOutputStream stream = HadoopOutput.start(fileSystem, path(file), true)) {
                stream.write(content);
            }
        });
    }

    @Override
    public void delete(Location location) {
        HadoopCalls.run("delete", location, () -> {
            Path path = path(location);
            if (!fileSystem.delete(path, false) && fileSystem.exists(path)) {
                throw new IOException("the file system did not delete it and gives no reason");
            }
        });
    }

    @Override
    public void requireAtomicCreate(Location directory) {
        HadoopCalls.call("open the store of", directory, () -> atomicCreate(directory));
        try {
            AtomicCreateProbe.run(this, directory, env);
        } catch (CommitOutcomeUnknownException unknown) {
            throw ofProbe(directory, unknown);
        }
    }

    /** Whoever may neither write nor read cannot tell what has come of a write. For a commit that matters; here it is a refusal. */
    private static TableException ofProbe(Location directory, CommitOutcomeUnknownException unknown) {
        return unknown.getCause() instanceof IOException cause
                        && HadoopCalls.kindOf(cause) == StorageException.Kind.REFUSED
                ? HadoopCalls.failure("create a file in", directory, cause)
                : unknown;
    }

    @Override
    public void close() {
        HadoopCalls.run("close the store of", Location.of(fileSystem.getUri() + "/"), fileSystem::close);
    }

    private AtomicCreate atomicCreate(Location directory) throws IOException {
        if (atomicCreate == null) {
            atomicCreate = AtomicCreate.choose(fileSystem, directory, path(directory), env);
        }
        return atomicCreate;
    }

    /** The literal text of the location: never parsed as an escaped URI. */
    static Path path(Location location) {
        String path = location.path().isEmpty() ? "/" : location.path();
        return new Path(location.scheme(), location.authority().isEmpty() ? null : location.authority(), path);
    }

    private static boolean samePath(Path one, Path other) {
        return one.toUri().getPath().equals(other.toUri().getPath());
    }

    private static FileEntry entry(Location location, FileStatus status) {
        boolean directory = status.isDirectory();
        return new FileEntry(location, directory, directory ? 0 : status.getLen(), status.getModificationTime());
    }
}

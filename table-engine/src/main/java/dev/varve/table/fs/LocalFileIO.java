package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.CommitOutcomeUnknownException;
import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Local disks, and network disks that are mounted with hard links. Immutable, so safe for use by several threads.
 *
 * <p>A file is created if absent by writing a temporary file completely, forcing it to disk, and giving it the final name with
 * a hard link. {@code link(2)} fails if the name is taken, in one step and among all processes; the alternatives do not do
 * both: a rename replaces what is there, and an exclusive create shows a file before its content is complete and leaves half
 * a file after a crash.
 *
 * <p>Durable means that the file and the entries of its directories are forced to disk: a snapshot that anybody has seen
 * survives a loss of power, and so does every file that it names.
 */
public final class LocalFileIO implements FileIO {
    private static final Logger LOG = LoggerFactory.getLogger(LocalFileIO.class);

    private final Env env;
    private final Linker linker;

    /** @param env gives the unique part of temporary names */
    public LocalFileIO(Env env) {
        this(env, Files::createLink);
    }

    LocalFileIO(Env env, Linker linker) {
        this.env = requireNonNull(env, "env is null");
        this.linker = requireNonNull(linker, "linker is null");
    }

    /** Gives an existing file a second name, failing if that is taken. */
    @FunctionalInterface
    interface Linker {
        void link(Path newName, Path existing) throws IOException;
    }

    @Override
    public List<FileEntry> list(Location directory) {
        List<FileEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path(directory))) {
            for (Path child : children) {
                entry(directory.child(child.getFileName().toString()), child).ifPresent(entries::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw StorageFailures.of("list", directory, e.getCause());
        } catch (IOException e) {
            throw StorageFailures.of("list", directory, e);
        }
        return entries;
    }

    @Override
    public Optional<FileEntry> find(Location location) {
        try {
            return entry(location, path(location));
        } catch (IOException e) {
            throw StorageFailures.of("look up", location, e);
        }
    }

    @Override
    public SeekableInput open(Location file) {
        return LocalInput.open(file, path(file));
    }

    @Override
    public byte[] readAll(Location file) {
        try {
            return Files.readAllBytes(path(file));
        } catch (IOException e) {
            throw StorageFailures.of("read", file, e);
        }
    }

    @Override
    public FileOutput create(Location file) {
        return LocalOutput.create(file, path(file));
    }

    @Override
    public boolean createIfAbsent(Location file, byte[] content) {
        Path target = path(file);
        if (Files.exists(target)) {
            return false;
        }
        Path temporary = writeTemporary(file, content);
        try {
            if (!link(file, target, temporary)) {
                return false;
            }
            forceName(file, target);
            return true;
        } finally {
            deleteQuietly(temporary);
        }
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        Path temporary = temporaryBeside(path(file));
        try {
            Durability.createDirectories(temporary.getParent());
            Files.write(temporary, content);
            Files.move(temporary, path(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            deleteQuietly(temporary);
            throw StorageFailures.of("overwrite", file, e);
        }
    }

    @Override
    public void delete(Location location) {
        try {
            Files.deleteIfExists(path(location));
        } catch (IOException e) {
            throw StorageFailures.of("delete", location, e);
        }
    }

    @Override
    public void requireAtomicCreate(Location directory) {
        AtomicCreateProbe.run(this, directory, env);
    }

    /** Nothing is held open. */
    @Override
    public void close() {}

    private Path writeTemporary(Location file, byte[] content) {
        Path temporary = temporaryBeside(path(file));
        try {
            Durability.createDirectories(temporary.getParent());
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(content);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            return temporary;
        } catch (IOException e) {
            deleteQuietly(temporary);
            throw StorageFailures.of("create", file, e);
        }
    }

    /** Whether the target is now our temporary file under its final name. */
    private boolean link(Location file, Path target, Path temporary) {
        try {
            linker.link(target, temporary);
            return true;
        } catch (UnsupportedOperationException e) {
            throw noHardLinks(file, e);
        } catch (IOException e) {
            return resolve(file, target, temporary, e);
        }
    }

    /**
     * Finds out what a failed link did. A network file system may repeat a request whose answer was lost and then report that
     * the name is taken, by our own first request: the two names are then the same file.
     */
    private static boolean resolve(Location file, Path target, Path temporary, IOException failure) {
        try {
            if (Files.isSameFile(target, temporary)) {
                return true;
            }
        } catch (NoSuchFileException e) {
            if (failure instanceof FileAlreadyExistsException) {
                // Taken a moment ago and gone now, or an answer from a cache: either way nobody can tell who had it.
                throw outcomeUnknown(file, failure);
            }
            throw saysNoHardLinks(failure) ? noHardLinks(file, failure) : StorageFailures.of("create", file, failure);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw outcomeUnknown(file, failure);
        }
        return false;
    }

    private static boolean saysNoHardLinks(IOException failure) {
        String reason = failure instanceof FileSystemException e && e.getReason() != null ? e.getReason() : "";
        String words = reason.toLowerCase(Locale.ROOT);
        return words.contains("not permitted") || words.contains("not supported") || words.contains("not implemented");
    }

    private static UnsupportedFormatException noHardLinks(Location file, Exception cause) {
        return new UnsupportedFormatException(
                "cannot create " + file + " atomically: the file system below it does not support hard links (" + cause
                        + "). Tables need a file system that does (ext4, xfs, btrfs, NFS …), or HDFS or S3",
                cause);
    }

    private static CommitOutcomeUnknownException outcomeUnknown(Location file, IOException cause) {
        return new CommitOutcomeUnknownException(
                "cannot tell whether " + file + " was created by this process: " + cause, cause);
    }

    private static void forceName(Location file, Path target) {
        try {
            Durability.forceDirectory(target.getParent());
        } catch (IOException e) {
            throw new CommitOutcomeUnknownException(
                    file
                            + " was created, but its directory could not be forced to disk, so that it may not survive a crash: "
                            + e,
                    e);
        }
    }

    private Path temporaryBeside(Path target) {
        return target.resolveSibling("." + target.getFileName() + "." + env.newUuid() + ".tmp");
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            LOG.debug("left a temporary file behind, which readers ignore: path={}", temporary, e);
        }
    }

    private static Optional<FileEntry> entry(Location location, Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            boolean directory = attributes.isDirectory();
            return Optional.of(new FileEntry(
                    location,
                    directory,
                    directory ? 0 : attributes.size(),
                    attributes.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static Path path(Location location) {
        if (!location.scheme().equals("file")
                || !(location.authority().isEmpty() || location.authority().equals("localhost"))
                || location.path().isEmpty()) {
            throw new InvalidInputException("not a place on a local disk: " + location
                    + "; expected an absolute path (/data/warehouse) or a file URI (file:///data/warehouse)");
        }
        try {
            return Path.of(location.path()).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new InvalidInputException(
                    "not a possible name on a local disk: " + location + ": " + e.getReason()
                            + "; names come from partition values, prefixes and table names",
                    e);
        }
    }
}

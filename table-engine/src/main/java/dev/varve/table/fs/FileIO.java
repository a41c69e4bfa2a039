package dev.varve.table.fs;

import java.util.List;
import java.util.Optional;

/**
 * The few things the engine asks of a store. All methods report failures as {@link dev.varve.table.error.StorageException}
 * (kinds NOT_FOUND, REFUSED, TRANSIENT) naming the path, except where stated; safe for use by several threads. Opened once a
 * task, closed with it.
 */
public interface FileIO extends AutoCloseable {
    /** Files and directories directly below; empty if the directory does not exist. In no particular order. */
    List<FileEntry> list(Location directory);

    /** The file or directory at this place, if there is one. */
    Optional<FileEntry> find(Location location);

    /** Opens for reading at any position. NOT_FOUND if it is not there. */
    SeekableInput open(Location file);

    /**
     * Opens a file that is known to have this size, which spares object stores a request. That the file is not there, or is
     * shorter, may show only when it is read.
     */
    default SeekableInput open(Location file, long size) {
        return open(file);
    }

    /** The whole content of a small file. NOT_FOUND if it is not there. */
    byte[] readAll(Location file);

    /**
     * Starts a new file under a name that nobody else uses; missing directories are made. The content is durable once
     * {@link FileOutput#close} has returned; until then readers may see nothing or a part.
     */
    FileOutput create(Location file);

    /**
     * Creates a small file atomically with its whole content, unless the name is taken. This is the commit primitive: among
     * all callers of all processes exactly one wins, and nobody ever sees a part of the content.
     *
     * @return whether this call created the file. On stores that retry requests by themselves, a refusal caused by this call's
     *     own earlier try is recognised by reading the content back, and is {@code true}; so the content must contain something
     *     that no other caller writes
     * @throws dev.varve.table.error.StorageException if the file was certainly not created by this call
     * @throws dev.varve.table.error.CommitOutcomeUnknownException if it cannot be told whether the file was created: look at it
     */
    boolean createIfAbsent(Location file, byte[] content);

    /**
     * Creates or replaces a small file. Readers see the old content or the new one; where the store cannot replace at once, for a
     * moment, or for good if the process ends just then, an empty file. For hints only.
     */
    void overwrite(Location file, byte[] content);

    /** Deletes a file, or an empty directory; nothing happens if it is not there. */
    void delete(Location location);

    /**
     * Checks once that {@link #createIfAbsent} is really atomic here, by trying it on a file that is then removed. The directory
     * is made if it is missing.
     *
     * @throws dev.varve.table.error.UnsupportedFormatException with an explanation, if the store cannot do it
     */
    void requireAtomicCreate(Location directory);

    @Override
    void close();
}

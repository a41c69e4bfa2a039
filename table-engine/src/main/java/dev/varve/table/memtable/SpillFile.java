package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A complete spill file: blocks one after another, see {@link SpillWriter}. It is deleted with the last of its runs. Safe for
 * use by several threads.
 */
final class SpillFile {
    private final SpillDirectory directory;
    private final String name;
    private final SpillCodec codec;
    private final AtomicLong ownerBytes;
    private final AtomicInteger runs = new AtomicInteger();
    private long bytes;

    /** @param ownerBytes counts the bytes of the files of one owner */
    SpillFile(SpillDirectory directory, SpillCodec codec, AtomicLong ownerBytes) {
        this.directory = requireNonNull(directory, "directory is null");
        this.codec = requireNonNull(codec, "codec is null");
        this.ownerBytes = requireNonNull(ownerBytes, "ownerBytes is null");
        this.name = directory.newName();
    }

    SpillDirectory directory() {
        return directory;
    }

    String name() {
        return name;
    }

    SpillCodec codec() {
        return codec;
    }

    /** The file is complete and holds this many runs. */
    void complete(long newBytes, int newRuns) {
        bytes = newBytes;
        runs.set(newRuns);
        ownerBytes.addAndGet(bytes);
        directory.written(bytes);
    }

    /** One run is not needed any more. */
    void release() {
        int left = runs.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("a run of spill file " + name + " was released twice");
        }
        if (left == 0) {
            delete();
        }
    }

    /** Deletes the file, complete or not. */
    void delete() {
        ownerBytes.addAndGet(-bytes);
        directory.delete(name, bytes);
        bytes = 0;
    }
}

package dev.varve.table.memtable;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.StorageException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk space for sorted runs that memory has no room for, shared by all tables of an engine. What lies there is a copy of rows
 * that a reader holds or that a source can deliver again, so nothing is forced to disk and nothing survives the process.
 *
 * <p>After a failure to write, nothing is spilled for a minute: a disk that is full is not filled further, and everybody has a
 * way to go on without it. Safe for use by several threads.
 */
public final class SpillDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpillDirectory.class);
    private static final Duration REST = Duration.ofMinutes(1);

    private final SpillStore store;
    private final Env env;
    private final AtomicLong names = new AtomicLong();
    private final AtomicLong usedBytes = new AtomicLong();
    private volatile long restsSince = Long.MIN_VALUE;

    /**
     * A directory of this engine's own, made when it is first needed.
     *
     * @param parent in which it is made
     */
    public static SpillDirectory in(Path parent, Env env) {
        return new SpillDirectory(new LocalSpillStore(parent, env.newUuid()), env);
    }

    public SpillDirectory(SpillStore store, Env env) {
        this.store = requireNonNull(store, "store is null");
        this.env = requireNonNull(env, "env is null");
    }

    /** Bytes of all complete spill files. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** Whether it is worth trying to write. */
    public boolean isAvailable() {
        long since = restsSince;
        return since == Long.MIN_VALUE || env.nanoTime() - since >= REST.toNanos();
    }

    String newName() {
        return "run-" + names.incrementAndGet();
    }

    OutputStream create(String name) {
        try {
            return store.create(name);
        } catch (IOException e) {
            throw writeFailure(e);
        }
    }

    /** Takes note that the disk does not take what is written. */
    StorageException writeFailure(IOException cause) {
        restsSince = env.nanoTime();
        return new StorageException(
                StorageException.Kind.REFUSED,
                "cannot write to the spill directory " + store.describe() + ": " + cause
                        + "; free space there, or choose another directory with the setting spill.directory",
                cause);
    }

    SpillStore.Input open(String name) {
        try {
            return store.open(name);
        } catch (IOException e) {
            throw readFailure(name, e.toString(), e);
        }
    }

    /** Rows that were spilled are gone; whoever wrote them has to write them again. */
    StorageException readFailure(String name, String reason, Exception cause) {
        return new StorageException(
                StorageException.Kind.TRANSIENT,
                "spill file " + name + " in " + store.describe() + " cannot be read back: " + reason
                        + "; what it held has to be written or read again, and the disk deserves a look",
                cause);
    }

    void written(long bytes) {
        usedBytes.addAndGet(bytes);
    }

    /** Deletes a file; if that fails it takes space until the engine ends, and nothing else. */
    void delete(String name, long writtenBytes) {
        usedBytes.addAndGet(-writtenBytes);
        try {
            store.delete(name);
        } catch (IOException e) {
            LOG.warn("spill file cannot be deleted: file={} directory={} reason=\"{}\"", name, store.describe(), e);
        }
    }

    /** Deletes the directory. Readers of its files fail afterwards. */
    @Override
    public void close() {
        try {
            store.close();
        } catch (IOException e) {
            LOG.warn("spill directory cannot be deleted: directory={} reason=\"{}\"", store.describe(), e);
        }
    }
}

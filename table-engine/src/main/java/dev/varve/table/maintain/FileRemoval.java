package dev.varve.table.maintain;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.ParallelWork;
import dev.varve.table.error.StorageException;
import dev.varve.table.fs.FileIO;
import dev.varve.table.fs.Location;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes files, several at a time. What is gone already counts as deleted. A file that the store refuses to delete stays, with a
 * warning: it is an orphan then, and must not stop everything else for ever; a store that fails ends the run, which can be
 * repeated. Confined to one thread, but for the deleting itself.
 */
final class FileRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(FileRemoval.class);

    /** Files that one thread deletes before it takes more. */
    private static final int PIECE = 16;

    /** Files that wait until they are deleted together. */
    private static final int BATCH = 4096;

    private final FileIO io;
    private final Executor executor;
    private final int parallelism;
    private final List<Location> waiting = new ArrayList<>();
    private final AtomicLong deleted = new AtomicLong();

    FileRemoval(MaintenanceServices services) {
        this.io = services.io();
        this.executor = requireNonNull(services.executor(), "executor is null");
        this.parallelism = services.parallelism();
    }

    /** Deletes the file now or at the latest in {@link #flush}. */
    void delete(Location file) {
        waiting.add(file);
        if (waiting.size() >= BATCH) {
            flush();
        }
    }

    /** Deletes the files, and all that wait, before it returns. */
    void deleteAll(Collection<Location> files) {
        files.forEach(this::delete);
        flush();
    }

    /** Returns when nothing waits any more. */
    void flush() {
        List<Location> batch = List.copyOf(waiting);
        waiting.clear();
        List<Runnable> pieces = new ArrayList<>();
        for (int start = 0; start < batch.size(); start += PIECE) {
            List<Location> piece = batch.subList(start, Math.min(start + PIECE, batch.size()));
            pieces.add(() -> piece.forEach(this::deleteNow));
        }
        if (!pieces.isEmpty()) {
            ParallelWork.run(pieces, executor, parallelism);
        }
    }

    /** How many files were deleted so far. */
    long deleted() {
        return deleted.get();
    }

    private void deleteNow(Location file) {
        try {
            io.delete(file);
            deleted.incrementAndGet();
        } catch (StorageException e) {
            if (e.retryable()) {
                throw e;
            }
            LOG.warn("a file that nobody needs any more cannot be deleted and stays: path={}", file, e);
        }
    }
}

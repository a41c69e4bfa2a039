package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes files that nothing refers to, as far as the store lets it. Once the store has failed for a passing reason, the rest stays where
 * it is, for orphan clean-up to find: each further call would take as long as the store's client tries, while somebody waits. One
 * instance serves one round of clean-up; confined to one thread.
 */
public final class CleanUp {
    private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);

    private final FileIO io;
    private boolean away;

    public CleanUp(FileIO io) {
        this.io = requireNonNull(io, "io is null");
    }

    /** Deletes a file; one that cannot be deleted is logged. */
    public void delete(Location file) {
        if (away) {
            LOG.info("an unreferenced file stays behind, the store is away: path={}", file);
            return;
        }
        try {
            io.delete(file);
        } catch (StorageException e) {
            away = e.retryable();
            LOG.warn("an unreferenced file stays behind: path={}", file, e);
        }
    }
}

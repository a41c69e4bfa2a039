package dev.varve.table.fs;

import static java.util.Objects.requireNonNull;

import dev.varve.table.env.Env;
import dev.varve.table.error.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries calls again that failed for a passing reason and may safely be repeated: reading, listing and deleting. Everything else
 * goes through once: repeating create-if-absent would lose to its own first try, and half-written files are their writer's
 * business. Bounded in tries and time; waits between tries come from the environment. As safe for several threads as the store.
 */
public final class RetryingFileIO implements FileIO {
    private static final Logger LOG = LoggerFactory.getLogger(RetryingFileIO.class);

    private final FileIO store;
    private final Env env;
    private final RetryLimits limits;

    /** @param store closed together with this */
    public RetryingFileIO(FileIO store, Env env, RetryLimits limits) {
        this.store = requireNonNull(store, "store is null");
        this.env = requireNonNull(env, "env is null");
        this.limits = requireNonNull(limits, "limits is null");
    }

    @Override
    public List<FileEntry> list(Location directory) {
        return retry(() -> store.list(directory));
    }

    @Override
    public Optional<FileEntry> find(Location location) {
        return retry(() -> store.find(location));
    }

    @Override
    public SeekableInput open(Location file) {
        return new RetryingInput(retry(() -> store.open(file)));
    }

    @Override
    public SeekableInput open(Location file, long size) {
        return new RetryingInput(retry(() -> store.open(file, size)));
    }

    @Override
    public byte[] readAll(Location file) {
        return retry(() -> store.readAll(file));
    }

    @Override
    public FileOutput create(Location file) {
        return store.create(file);
    }

    @Override
    public boolean createIfAbsent(Location file, byte[] content) {
        return store.createIfAbsent(file, content);
    }

    @Override
    public void overwrite(Location file, byte[] content) {
        store.overwrite(file, content);
    }

    @Override
    public void delete(Location location) {
        retry(() -> {
            store.delete(location);
            return null;
        });
    }

    @Override
    public void requireAtomicCreate(Location directory) {
        store.requireAtomicCreate(directory);
    }

    @Override
    public void close() {
        store.close();
    }

    private <T> T retry(Supplier<T> call) {
        long start = env.nanoTime();
        for (int failures = 1; ; failures++) {
            try {
                return call.get();
            } catch (StorageException e) {
                if (!e.retryable() || failures == limits.attempts() || !waitBefore(failures + 1, start, e)) {
                    throw failures == 1 ? e : exhausted(failures, start, e);
                }
            }
        }
    }

    /** Whether there was time for a wait, and nobody interrupted it. */
    private boolean waitBefore(int attempt, long start, StorageException failure) {
        long longest = limits.waitAfter(attempt - 1).toMillis();
        Duration wait = Duration.ofMillis(longest - env.nextLong(longest / 2 + 1));
        if (elapsed(start).plus(wait).compareTo(limits.deadline()) > 0) {
            return false;
        }
        LOG.debug(
                "trying again: attempt={} of={} waitMillis={} reason={}",
                attempt,
                limits.attempts(),
                wait.toMillis(),
                failure.getMessage());
        return env.sleep(wait);
    }

    private StorageException exhausted(int attempts, long start, StorageException last) {
        return new StorageException(
                last.kind(),
                last.getMessage() + " (gave up after " + attempts + " attempts in "
                        + elapsed(start).toMillis() + " ms)",
                last);
    }

    private Duration elapsed(long start) {
        return Duration.ofNanos(env.nanoTime() - start);
    }

    private final class RetryingInput implements SeekableInput {
        private final SeekableInput input;

        RetryingInput(SeekableInput input) {
            this.input = input;
        }

        @Override
        public long size() {
            return input.size();
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) {
            retry(() -> {
                input.readFully(position, target, offset, length);
                return null;
            });
        }

        @Override
        public void close() {
            input.close();
        }
    }
}

package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.manifest.BucketId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Results of background compactions that the writer has not fetched yet, one a bucket at most. Safe for use by several threads;
 * guarded by {@code this}.
 */
final class FinishedCompactions implements AutoCloseable {
    private final Consumer<FinishedCompaction> delete;
    private final Map<BucketId, FinishedCompaction> results = new LinkedHashMap<>();
    private boolean closed;

    /**
     * @param delete removes the files of a result that nobody will fetch
     */
    FinishedCompactions(Consumer<FinishedCompaction> delete) {
        this.delete = requireNonNull(delete, "delete is null");
    }

    /** Keeps a result, or deletes it if the writer is gone. */
    void add(FinishedCompaction result) {
        FinishedCompaction unwanted;
        synchronized (this) {
            unwanted = closed ? result : results.put(result.bucket(), result);
        }
        if (unwanted != null) {
            delete.accept(unwanted);
        }
    }

    synchronized boolean isEmpty() {
        return results.isEmpty();
    }

    synchronized boolean has(BucketId bucket) {
        return results.containsKey(bucket);
    }

    /** All results, which are the caller's now. */
    synchronized List<FinishedCompaction> fetch() {
        List<FinishedCompaction> all = List.copyOf(results.values());
        results.clear();
        return all;
    }

    /** Deletes the result of a bucket, if there is one. */
    void drop(BucketId bucket) {
        Optional<FinishedCompaction> dropped;
        synchronized (this) {
            dropped = Optional.ofNullable(results.remove(bucket));
        }
        dropped.ifPresent(delete);
    }

    /** Deletes all results, also those that still come. */
    @Override
    public void close() {
        List<FinishedCompaction> rest;
        synchronized (this) {
            closed = true;
            rest = fetch();
        }
        rest.forEach(delete);
    }
}

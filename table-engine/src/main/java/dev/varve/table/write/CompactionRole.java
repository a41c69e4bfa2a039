package dev.varve.table.write;

import static java.util.Objects.requireNonNull;

import dev.varve.table.compact.CompactionExecutor;
import dev.varve.table.manifest.BucketId;
import java.util.function.Predicate;

/**
 * The part that a writer has in the table's compaction.
 *
 * @param table how logs name the table
 * @param executor compacts in the background
 * @param owns whether the writer is the one that compacts a bucket
 */
public record CompactionRole(String table, CompactionExecutor executor, Predicate<BucketId> owns) {
    public CompactionRole {
        requireNonNull(table, "table is null");
        requireNonNull(executor, "executor is null");
        requireNonNull(owns, "owns is null");
    }
}

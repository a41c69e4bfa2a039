package dev.varve.table.commit;

import dev.varve.table.option.TableOptions;
import dev.varve.table.row.BinaryRow;
import dev.varve.table.schema.TableSchema;
import java.util.HashSet;
import java.util.Set;

/**
 * Partitions into which this process appends for the right number of buckets. Appends are not checked against live files each
 * time, which would cost as much as the table is large. But a writer that goes on while its table is rescaled would put files
 * where readers do not look, and a rescale begins with a schema that has another number of buckets. So a partition is checked once
 * a schema, and always while the newest schema's number is not the writer's. Guarded by {@code this}.
 */
final class VerifiedPartitions {
    /** Beyond this many all are forgotten, and checked again. */
    private static final int LIMIT = 10_000;

    private final Set<BinaryRow> partitions = new HashSet<>();
    private long schemaId = -1;

    synchronized boolean needsCheck(PendingSnapshot pending, TableSchema newest) {
        int buckets = TableOptions.of(newest.options(), newest.version()).bucket();
        return newest.id() != schemaId
                || pending.delta().stream().anyMatch(entry -> entry.totalBuckets() != buckets)
                || !partitions.containsAll(pending.partitions());
    }

    synchronized void add(PendingSnapshot pending, TableSchema newest) {
        if (newest.id() != schemaId || partitions.size() >= LIMIT) {
            partitions.clear();
            schemaId = newest.id();
        }
        partitions.addAll(pending.partitions());
    }
}

package dev.varve.table;

import dev.varve.table.error.Check;
import dev.varve.table.manifest.BucketId;

/**
 * Which buckets a writer compacts, so that of several writers of one table each bucket has one, known without communication. It is
 * a courtesy, not a lock: a compaction that meets another one still finds out when it commits.
 *
 * @param index this writer's number, from 0
 * @param count number of writers
 */
public record CompactionOwnership(int index, int count) {
    /** For a table's only writer. */
    public static final CompactionOwnership ALL = new CompactionOwnership(0, 1);

    public CompactionOwnership {
        Check.argument(count >= 1 && index >= 0 && index < count, "writer %s of %s", index, count);
    }

    /** Whether the bucket of the table at this place belongs to this writer. */
    boolean owns(String table, BucketId bucket) {
        return isOwner(31 * (31 * table.hashCode() + bucket.partition().hashCode()) + bucket.bucket());
    }

    /** Whether the maintenance of the table at this place belongs to this writer: expiration, tags. */
    boolean ownsMaintenance(String table) {
        return isOwner(table.hashCode());
    }

    private boolean isOwner(int unmixed) {
        int hash = unmixed;
        // The low bits of such a sum are as regular as bucket numbers: mix them, or one writer owns every even bucket.
        hash *= 0x9E3779B9;
        return Math.floorMod(hash ^ (hash >>> 16), count) == index;
    }
}

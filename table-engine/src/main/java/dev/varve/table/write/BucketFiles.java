package dev.varve.table.write;

import dev.varve.table.manifest.BucketContent;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.BucketVectors;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.BinaryRow;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is live in the newest snapshot, for a writer: given by whoever knows snapshots and manifests. It may answer from a
 * snapshot that it has loaded before, as long as that is not older than the last {@link #refresh}. Safe for use by several
 * threads.
 */
public interface BucketFiles {
    /** Live files of a bucket, empty if there are none. */
    List<DataFileMeta> liveFiles(BucketId bucket);

    /** Live files of a bucket with their deletion vectors, of one snapshot. */
    default BucketContent content(BucketId bucket) {
        return new BucketContent(liveFiles(bucket), BucketVectors.NONE);
    }

    /**
     * The total number of buckets stored with the live files of a partition; empty if it has none, or if it is not known. Rows
     * of one partition must all be distributed by the same number.
     */
    OptionalInt totalBuckets(BinaryRow partition);

    /**
     * Buckets whose files have changed since this was last asked, as of what is told now; all of them the first time, and when it
     * is not known.
     */
    Set<BucketId> takeChanged();

    /** From now on nothing older than the newest snapshot of this moment is told. */
    void refresh();
}

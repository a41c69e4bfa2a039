package dev.varve.table.write;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryRow;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bucket writers by partition and bucket, in the order of their opening. Finding one allocates nothing, and the one found last is
 * found at once. Confined to one thread.
 */
final class OpenBuckets implements Iterable<BucketWriter> {
    private final Map<Place, BucketWriter> writers = new LinkedHashMap<>();
    private final Place probe = new Place();
    private BucketWriter last;

    /** Partition and bucket; mutable only as {@link #probe}. */
    private static final class Place {
        private BinaryRow partition;
        private int bucket;

        Place at(BinaryRow newPartition, int newBucket) {
            partition = newPartition;
            bucket = newBucket;
            return this;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place that && bucket == that.bucket && partition.equals(that.partition);
        }

        @Override
        public int hashCode() {
            return 31 * partition.hashCode() + bucket;
        }
    }

    /** The open writer, or null. The partition may be lent. */
    BucketWriter find(BinaryRow partition, int bucket) {
        if (last != null
                && last.bucket().bucket() == bucket
                && last.bucket().partition().equals(partition)) {
            return last;
        }
        BucketWriter found = writers.get(probe.at(partition, bucket));
        if (found != null) {
            last = found;
        }
        return found;
    }

    void add(BucketWriter writer) {
        BucketWriter before = writers.put(placeOf(writer), writer);
        Check.that(before == null, "%s is open already", writer.bucket());
    }

    void remove(BucketWriter writer) {
        writers.remove(placeOf(writer));
        if (last == writer) {
            last = null;
        }
    }

    void clear() {
        writers.clear();
        last = null;
    }

    int size() {
        return writers.size();
    }

    private static Place placeOf(BucketWriter writer) {
        return new Place().at(writer.bucket().partition(), writer.bucket().bucket());
    }

    @Override
    public Iterator<BucketWriter> iterator() {
        return writers.values().iterator();
    }
}

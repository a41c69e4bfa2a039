package dev.varve.table.write;

import dev.varve.table.error.Check;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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

    /** Those that hold rows or files that were not handed over, in the order of their opening. */
    List<BucketWriter> dirty() {
        return select(BucketWriter::isDirty);
    }

    /** Of those that are not dirty and are more than {@code kept}, the ones that were not used for longest. */
    List<BucketWriter> idleBeyond(int kept) {
        List<BucketWriter> idle = select(bucket -> !bucket.isDirty());
        if (idle.size() <= kept) {
            return List.of();
        }
        idle.sort(Comparator.comparingLong(BucketWriter::lastUse));
        return idle.subList(0, idle.size() - kept);
    }

    /** Memory that all buffers hold together. */
    long bufferedBytes() {
        long bytes = 0;
        for (BucketWriter bucket : this) {
            bytes += bucket.bufferedBytes();
        }
        return bytes;
    }

    /** Memory of the largest buffer. */
    long largestBufferBytes() {
        long largest = 0;
        for (BucketWriter bucket : this) {
            largest = Math.max(largest, bucket.bufferedBytes());
        }
        return largest;
    }

    /** The largest buffers, as many as are needed to hold so much together; all that hold anything if that is less. */
    List<BucketWriter> largestBuffers(long wantedBytes) {
        List<BucketWriter> largestFirst = select(bucket -> bucket.bufferedBytes() > 0);
        largestFirst.sort(Comparator.comparingLong(BucketWriter::bufferedBytes).reversed());
        int count = 0;
        for (long bytes = 0; count < largestFirst.size() && bytes < wantedBytes; count++) {
            bytes += largestFirst.get(count).bufferedBytes();
        }
        return largestFirst.subList(0, count);
    }

    private List<BucketWriter> select(Predicate<BucketWriter> condition) {
        List<BucketWriter> selected = new ArrayList<>();
        for (BucketWriter bucket : this) {
            if (condition.test(bucket)) {
                selected.add(bucket);
            }
        }
        return selected;
    }

    private static Place placeOf(BucketWriter writer) {
        return new Place().at(writer.bucket().partition(), writer.bucket().bucket());
    }

    @Override
    public Iterator<BucketWriter> iterator() {
        return writers.values().iterator();
    }
}

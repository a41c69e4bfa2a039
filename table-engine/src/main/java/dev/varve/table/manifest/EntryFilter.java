package dev.varve.table.manifest;

/**
 * Which buckets a reader of manifests is interested in. It judges entries by what an ADD and its DELETE always have in common, so
 * that they share their fate; what may differ (statistics of a DELETE may be left out) is judged after they have met. Called from
 * one thread.
 */
public interface EntryFilter {
    /** Lets everything pass. */
    EntryFilter ALL = new EntryFilter() {
        @Override
        public boolean mayMatch(ManifestFileMeta manifest) {
            return true;
        }

        @Override
        public boolean test(BucketId bucket, int totalBuckets) {
            return true;
        }
    };

    /** False only if no entry of the manifest can pass {@link #test}, going by what its list says about it. */
    boolean mayMatch(ManifestFileMeta manifest);

    /**
     * Whether an entry of this bucket is wanted.
     *
     * @param totalBuckets the entry's number of buckets, see {@link ManifestEntry}
     */
    boolean test(BucketId bucket, int totalBuckets);
}

package dev.varve.table.manifest;

import dev.varve.table.row.BinaryRow;

/**
 * Which buckets a reader of manifests is interested in. It judges entries by their bucket alone, so that an ADD and its DELETE
 * always share their fate. Pure.
 */
public interface EntryFilter {
    /** Lets everything pass. */
    EntryFilter ALL = new EntryFilter() {
        @Override
        public boolean mayMatch(ManifestFileMeta manifest) {
            return true;
        }

        @Override
        public boolean test(BinaryRow partition, int bucket) {
            return true;
        }
    };

    /** False only if no entry of the manifest can pass {@link #test}, going by what its list says about it. */
    boolean mayMatch(ManifestFileMeta manifest);

    /** Whether an entry of this bucket is wanted; the partition is immutable. */
    boolean test(BinaryRow partition, int bucket);
}

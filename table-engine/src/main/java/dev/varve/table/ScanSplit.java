package dev.varve.table;

import static java.util.Objects.requireNonNull;

import dev.varve.table.scan.Split;
import java.util.OptionalLong;

/** A piece of a {@link ScanPlan}: files of one bucket. Immutable. */
public final class ScanSplit {
    private final String partition;
    private final Split split;

    ScanSplit(String partition, Split split) {
        this.partition = requireNonNull(partition, "partition is null");
        this.split = requireNonNull(split, "split is null");
    }

    Split split() {
        return split;
    }

    /** Directory of the partition below the table's, empty for a table without partitions. */
    public String partition() {
        return partition;
    }

    public int bucket() {
        return split.bucket().bucket();
    }

    /** Number of data files. */
    public int files() {
        return split.files().size();
    }

    /** Size of the data files. */
    public long sizeBytes() {
        return split.sizeBytes();
    }

    /** Number of rows before any condition; empty if that is not known before versions are merged. */
    public OptionalLong rowCount() {
        return split.rowCount();
    }

    @Override
    public String toString() {
        return (partition.isEmpty() ? "" : partition + "/") + "bucket-" + bucket() + " files=" + files() + " bytes="
                + sizeBytes() + (split.raw() ? " raw" : "");
    }
}

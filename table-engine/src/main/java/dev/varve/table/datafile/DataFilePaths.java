package dev.varve.table.datafile;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.InvalidInputException;
import dev.varve.table.error.UnsupportedFormatException;
import dev.varve.table.fs.Location;
import dev.varve.table.layout.PartitionPath;
import dev.varve.table.layout.TableLayout;
import dev.varve.table.manifest.BucketId;
import dev.varve.table.manifest.DataFileMeta;
import dev.varve.table.row.BinaryRow;
import java.util.ArrayList;
import java.util.List;

/** Where the data files of a table's buckets lie. Immutable. */
public final class DataFilePaths {
    private final TableLayout layout;
    private final PartitionPath partitions;

    public DataFilePaths(TableLayout layout, PartitionPath partitions) {
        this.layout = requireNonNull(layout, "layout is null");
        this.partitions = requireNonNull(partitions, "partitions is null");
    }

    /** The directory of a bucket. */
    public Location directory(BucketId bucket) {
        return layout.bucketDirectory(partitions.of(bucket.partition()), bucket.bucket());
    }

    /** The path of a partition below the table: {@code dt=2026-01-31/region=1}; empty for a table without partitions. */
    public String path(BinaryRow partition) {
        return partitions.of(partition);
    }

    /** A partition as errors and logs name it: its directory, or that of the table if there are no partitions. */
    public String describe(BinaryRow partition) {
        String path = partitions.of(partition);
        return path.isEmpty() ? layout.root().toString() : "partition " + path;
    }

    /**
     * Checks that a partition can have a directory. The format escapes all control characters but NUL, which no file system takes.
     *
     * @throws InvalidInputException if it cannot
     */
    public void requireDirectory(BinaryRow partition) {
        if (partitions.of(partition).indexOf(0) >= 0) {
            throw new InvalidInputException(
                    "a partition value with the character NUL cannot be the name of a directory");
        }
    }

    /** A file of a bucket. */
    public Location file(BucketId bucket, DataFileMeta file) {
        if (file.externalPath().isPresent()) {
            throw new UnsupportedFormatException("data file " + file.name() + " lies outside the table, at "
                    + file.externalPath().get() + "; this engine does not read such files");
        }
        return directory(bucket).child(file.name());
    }

    /** A file of deletion vectors or of a hash index. */
    public Location indexFile(String name) {
        return layout.indexFile(name);
    }

    /** All that goes with a file when it is deleted: the files that belong to it, then itself. */
    public List<Location> withExtraFiles(BucketId bucket, DataFileMeta file) {
        var all = new ArrayList<Location>();
        file.extraFiles().forEach(name -> all.add(directory(bucket).child(name)));
        all.add(file(bucket, file));
        return all;
    }
}

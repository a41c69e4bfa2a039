package dev.varve.table.datafile;

import static java.nio.charset.StandardCharsets.UTF_8;
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
    /** What local file systems and HDFS allow for one name. */
    private static final int MAX_NAME_BYTES = 255;
    /** Characters that cannot be more than that many bytes, whatever they are. */
    private static final int SHORT_ENOUGH = MAX_NAME_BYTES / 3;

    private static final int SHOWN = 60;

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
     * Checks that a partition can have a directory. The format escapes all control characters but NUL, which no file system takes, and
     * says nothing of lengths: local file systems and HDFS take 255 bytes. Object stores take more, but a table can be copied.
     *
     * @throws InvalidInputException if it cannot
     */
    public void requireDirectory(BinaryRow partition) {
        String path = partitions.of(partition);
        if (path.indexOf(0) >= 0) {
            throw new InvalidInputException(
                    "a partition value with the character NUL cannot be the name of a directory");
        }
        if (path.length() > SHORT_ENOUGH) {
            for (String name : path.split("/", -1)) {
                requireLength(name);
            }
        }
    }

    private static void requireLength(String name) {
        int bytes = name.getBytes(UTF_8).length;
        if (bytes > MAX_NAME_BYTES) {
            throw new InvalidInputException("a partition value is too long for the name of a directory: '"
                    + name.substring(0, SHOWN) + "...' would have " + bytes + " bytes, escaped and in UTF-8, and "
                    + MAX_NAME_BYTES
                    + " are allowed. Partition by a shorter column, or by a computed one");
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

package dev.varve.table.manifest;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a flush or compaction did to some buckets: durable files that nobody can see yet. A value that travels from
 * {@code write} and {@code compact} up to {@code commit}.
 *
 * @param appends new level-0 files and their changelog
 * @param compactions files replaced, and what replaces them
 */
public record FileChanges(List<Append> appends, List<Compaction> compactions) {
    public static final FileChanges NONE = new FileChanges(List.of(), List.of());

    public FileChanges {
        appends = List.copyOf(appends);
        compactions = List.copyOf(compactions);
    }

    /**
     * New files of one bucket.
     *
     * @param totalBuckets value of the option {@code bucket} when they were written
     */
    public record Append(BucketId bucket, int totalBuckets, List<DataFileMeta> files, List<DataFileMeta> changelog) {
        public Append {
            files = List.copyOf(files);
            changelog = List.copyOf(changelog);
        }
    }

    /**
     * A compaction of one bucket. An upgraded file is in both {@code before} (old level) and {@code after} (new level).
     *
     * @param vectors what becomes of the bucket's deletion vectors; empty in tables without them
     */
    public record Compaction(
            BucketId bucket,
            int totalBuckets,
            List<DataFileMeta> before,
            List<DataFileMeta> after,
            List<DataFileMeta> changelog,
            Optional<VectorChange> vectors) {
        public Compaction {
            before = List.copyOf(before);
            after = List.copyOf(after);
            changelog = List.copyOf(changelog);
            requireNonNull(vectors, "vectors is null");
        }

        /** A compaction in a table without deletion vectors. */
        public Compaction(
                BucketId bucket,
                int totalBuckets,
                List<DataFileMeta> before,
                List<DataFileMeta> after,
                List<DataFileMeta> changelog) {
            this(bucket, totalBuckets, before, after, changelog, Optional.empty());
        }
    }

    public boolean isEmpty() {
        return appends.isEmpty() && compactions.isEmpty();
    }

    /** Both together, this one's first. */
    public FileChanges plus(FileChanges other) {
        var allAppends = new ArrayList<>(appends);
        allAppends.addAll(other.appends);
        var allCompactions = new ArrayList<>(compactions);
        allCompactions.addAll(other.compactions);
        return new FileChanges(allAppends, allCompactions);
    }
}

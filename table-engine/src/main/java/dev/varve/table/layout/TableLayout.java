package dev.varve.table.layout;

import static java.util.Objects.requireNonNull;

import dev.varve.table.error.Check;
import dev.varve.table.fs.Location;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Places and names of a table's files. Metadata names other files by bare file name; the directory follows from the kind of
 * file. Immutable.
 *
 * <pre>
 *   schema/schema-N          snapshot/snapshot-N, LATEST, EARLIEST     manifest/manifest-…, manifest-list-…, index-manifest-…
 *   index/index-…            tag/tag-NAME      consumer/consumer-ID    changelog/changelog-N, LATEST, EARLIEST
 *   statistics/stat-…        [partition/…/]bucket-B/data-….parquet, changelog-….parquet
 * </pre>
 *
 * <p>Names of new files carry a random UUID and a counter of their writer, and only need to be unique: nobody reads a meaning
 * from them, apart from the extension of data files.
 */
public final class TableLayout {
    /** The bucket number of rows that a later job is to distribute. */
    public static final int POSTPONE_BUCKET = -2;

    private static final String SCHEMA_PREFIX = "schema-";
    private static final String SNAPSHOT_PREFIX = "snapshot-";
    private static final String CHANGELOG_PREFIX = "changelog-";
    private static final String TAG_PREFIX = "tag-";
    private static final String CONSUMER_PREFIX = "consumer-";
    private static final String BUCKET_PREFIX = "bucket-";
    private static final String LARGEST_ID = Long.toString(Long.MAX_VALUE);
    private static final String LATEST = "LATEST";
    private static final String EARLIEST = "EARLIEST";

    private final Location root;

    public TableLayout(Location root) {
        this.root = requireNonNull(root, "root is null");
    }

    public Location root() {
        return root;
    }

    public Location schemaDirectory() {
        return root.child("schema");
    }

    /** The schema with this id, from 0. */
    public Location schema(long id) {
        Check.argument(id >= 0, "schema ids start at 0, got %s", id);
        return schemaDirectory().child(SCHEMA_PREFIX + id);
    }

    public Location snapshotDirectory() {
        return root.child("snapshot");
    }

    /** The snapshot with this id, from 1. */
    public Location snapshot(long id) {
        Check.argument(id >= 1, "snapshot ids start at 1, got %s", id);
        return snapshotDirectory().child(SNAPSHOT_PREFIX + id);
    }

    /** Holds the newest snapshot's id, perhaps; a hint, never to be trusted alone. */
    public Location latestHint() {
        return snapshotDirectory().child(LATEST);
    }

    /** Holds the oldest snapshot's id, perhaps; a hint, never to be trusted alone. */
    public Location earliestHint() {
        return snapshotDirectory().child(EARLIEST);
    }

    public Location manifestDirectory() {
        return root.child("manifest");
    }

    /** A manifest, manifest list or index manifest, by its name in the metadata. */
    public Location manifest(String name) {
        return manifestDirectory().child(bareName(name));
    }

    public Location indexDirectory() {
        return root.child("index");
    }

    /** A file of deletion vectors or of a hash index, by its name in the metadata. */
    public Location indexFile(String name) {
        return indexDirectory().child(bareName(name));
    }

    public Location statisticsDirectory() {
        return root.child("statistics");
    }

    public Location statisticsFile(String name) {
        return statisticsDirectory().child(bareName(name));
    }

    public Location tagDirectory() {
        return root.child("tag");
    }

    /** The tag with this name; slashes are not allowed, since listing would not find such a tag. */
    public Location tag(String name) {
        return tagDirectory().child(TAG_PREFIX + bareName(name));
    }

    public Location consumerDirectory() {
        return root.child("consumer");
    }

    public Location consumer(String id) {
        return consumerDirectory().child(CONSUMER_PREFIX + bareName(id));
    }

    public Location changelogDirectory() {
        return root.child("changelog");
    }

    /** The long-lived changelog of an expired snapshot. */
    public Location changelog(long snapshotId) {
        Check.argument(snapshotId >= 1, "snapshot ids start at 1, got %s", snapshotId);
        return changelogDirectory().child(CHANGELOG_PREFIX + snapshotId);
    }

    public Location changelogLatestHint() {
        return changelogDirectory().child(LATEST);
    }

    public Location changelogEarliestHint() {
        return changelogDirectory().child(EARLIEST);
    }

    /** Holds a directory for each branch, with metadata of the branch's own. */
    public Location branchesDirectory() {
        return root.child("branch");
    }

    /** Whether a directory of this name is a bucket's. */
    public static boolean isBucketDirectory(String name) {
        return name.equals(BUCKET_PREFIX + "postpone")
                || number(BUCKET_PREFIX, name).isPresent();
    }

    /**
     * Where the data files of a bucket lie.
     *
     * @param partitionPath as {@link PartitionPath#of} gives it, empty for a table without partitions
     * @param bucket from 0, or {@link #POSTPONE_BUCKET}
     */
    public Location bucketDirectory(String partitionPath, int bucket) {
        Check.argument(bucket >= 0 || bucket == POSTPONE_BUCKET, "no such bucket: %s", bucket);
        String name = BUCKET_PREFIX + (bucket == POSTPONE_BUCKET ? "postpone" : Integer.toString(bucket));
        return root.child(partitionPath.isEmpty() ? name : partitionPath + "/" + name);
    }

    public static String newManifestName(String uuid, int number) {
        return "manifest-" + uuid + "-" + number;
    }

    public static String newManifestListName(String uuid, int number) {
        return "manifest-list-" + uuid + "-" + number;
    }

    public static String newIndexManifestName(String uuid, int number) {
        return "index-manifest-" + uuid + "-" + number;
    }

    public static String newIndexFileName(String uuid, int number) {
        return "index-" + uuid + "-" + number;
    }

    /**
     * A new data or changelog file.
     *
     * @param prefix table option {@code data-file.prefix} or {@code changelog-file.prefix}
     * @param extension selects the reader: {@code parquet}
     */
    public static String newDataFileName(String prefix, String uuid, int number, String extension) {
        return prefix + uuid + "-" + number + "." + extension;
    }

    /** The file with the file indexes of a data file, which lies beside it. */
    public static String fileIndexName(String dataFileName) {
        return dataFileName + ".index";
    }

    /** The format of a data file: what follows the last dot of its name; empty if there is none. */
    public static String extension(String dataFileName) {
        int dot = dataFileName.lastIndexOf('.');
        return dot < 0 ? "" : dataFileName.substring(dot + 1);
    }

    /** The id in the name of a schema file; empty for files of other kinds. */
    public static OptionalLong schemaId(String fileName) {
        return number(SCHEMA_PREFIX, fileName);
    }

    /** The id in the name of a snapshot file; empty for files of other kinds. */
    public static OptionalLong snapshotId(String fileName) {
        return number(SNAPSHOT_PREFIX, fileName);
    }

    /** The snapshot id in the name of a long-lived changelog; empty for files of other kinds. */
    public static OptionalLong changelogId(String fileName) {
        return number(CHANGELOG_PREFIX, fileName);
    }

    /** The tag's name in the name of its file; empty for files of other kinds. */
    public static Optional<String> tagName(String fileName) {
        return rest(TAG_PREFIX, fileName);
    }

    /** The consumer's id in the name of its file; empty for files of other kinds. */
    public static Optional<String> consumerId(String fileName) {
        return rest(CONSUMER_PREFIX, fileName);
    }

    private static Optional<String> rest(String prefix, String fileName) {
        boolean fits = fileName.startsWith(prefix)
                && !fileName.substring(prefix.length()).isBlank();
        return fits ? Optional.of(fileName.substring(prefix.length())) : Optional.empty();
    }

    /** An id as file names and hints hold it: decimal digits without sign or leading zero; empty for any other text. */
    public static OptionalLong parseId(String text) {
        boolean canonical = !text.isEmpty()
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && (text.length() == 1 || text.charAt(0) != '0');
        // Nineteen digits may still be beyond a long: such a text is not of our making.
        boolean fits = text.length() < LARGEST_ID.length()
                || (text.length() == LARGEST_ID.length() && text.compareTo(LARGEST_ID) <= 0);
        return canonical && fits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static OptionalLong number(String prefix, String fileName) {
        return fileName.startsWith(prefix) ? parseId(fileName.substring(prefix.length())) : OptionalLong.empty();
    }

    private static String bareName(String name) {
        Check.argument(!name.isBlank() && name.indexOf('/') < 0, "not a bare file name: '%s'", name);
        return name;
    }
}

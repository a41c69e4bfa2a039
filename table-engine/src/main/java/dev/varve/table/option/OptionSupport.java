package dev.varve.table.option;

import dev.varve.table.error.UnsupportedFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which tables this engine can honour. A table that asks for anything else is refused as a whole when it is opened, so that
 * nothing is ever misread or silently left undone; this class is the one place to change when the engine learns more.
 */
final class OptionSupport {
    /** Options that put files elsewhere, give bytes another meaning, or hide rows: set to anything but the default, refused. */
    private static final List<Option<?>> CHANGES_MEANING = List.of(
            Options.BRANCH,
            Options.DATA_FILE_PATH_DIRECTORY,
            Options.EXTERNAL_PATHS,
            Options.INDEX_IN_DATA_DIRECTORY,
            Options.ROW_TRACKING,
            Options.DATA_EVOLUTION,
            Options.PK_CLUSTERING_OVERRIDE,
            Options.CHAIN_TABLE,
            Options.QUERY_AUTH,
            Options.MANIFEST_FORMAT);

    /** Options by which a plain read of the table is not a read of one of its versions. */
    private static final List<Option<?>> CHANGES_START = List.of(
            Options.SCAN_FALLBACK_BRANCH,
            Options.SCAN_PRIMARY_BRANCH,
            Options.SCAN_CREATION_TIME,
            Options.SCAN_FILE_CREATION_TIME,
            Options.INCREMENTAL_BETWEEN,
            Options.INCREMENTAL_BETWEEN_TIMESTAMP,
            Options.INCREMENTAL_TO_AUTO_TAG);

    /** Options whose work a writer would have to do, and this one does not. */
    private static final List<Option<?>> NEEDS_WORK =
            List.of(Options.RECORD_LEVEL_EXPIRE_TIME, Options.COMMIT_CALLBACKS, Options.FILE_SUFFIX_COMPRESSION);

    /** Kinds of tables that are stored the way this engine knows. */
    private static final Set<String> TABLE_TYPES = Set.of("table", "materialized-table");

    private static final String FILE_FORMAT = "parquet";

    /** Compressions of Parquet files that the writer has. */
    private static final Set<String> CODECS =
            Set.of("zstd", "snappy", "lz4", "lz4_raw", "gzip", "none", "uncompressed");

    private OptionSupport() {}

    static void requireReadable(TableOptions options) {
        requireKnownMeaning(options);
        CHANGES_START.forEach(option -> requireDefault(
                option,
                options.asMap(),
                "it makes every read one of changes or of files, and this engine reads whole versions"));
        String mode = Options.SCAN_MODE.in(options.asMap());
        if (!ReadStartOptions.MODES.contains(mode)) {
            throw unsupported(
                    Options.SCAN_MODE.key(), mode, "this engine reads whole versions: " + ReadStartOptions.MODES);
        }
    }

    /** For reads that know the newest version only. */
    static void requireReadsNewest(TableOptions options) {
        if (!(options.readStart() instanceof ReadStart.Latest)) {
            throw unsupported(
                    "scan.mode",
                    Options.SCAN_MODE.in(options.asMap()),
                    "this read knows the newest version only; unset the options scan.* that choose another");
        }
    }

    static void requireWritable(TableOptions options) {
        requireKnownMeaning(options);
        NEEDS_WORK.forEach(
                option -> requireDefault(option, options.asMap(), "this engine does not write such tables yet"));
        requireFixedBuckets(options.bucket());
        requireChangelog(options);
        FileIndexOptions.requireWritable(options.asMap());
        requireParquet(Options.FILE_FORMAT, options.fileFormat());
        Options.FILE_FORMAT_PER_LEVEL
                .in(options.asMap())
                .values()
                .forEach(format -> requireParquet(Options.FILE_FORMAT_PER_LEVEL, format));
        requireCodec(Options.FILE_COMPRESSION, Options.FILE_COMPRESSION.in(options.asMap()));
        Options.FILE_COMPRESSION_PER_LEVEL
                .in(options.asMap())
                .values()
                .forEach(codec -> requireCodec(Options.FILE_COMPRESSION_PER_LEVEL, codec));
    }

    private static void requireKnownMeaning(TableOptions options) {
        CHANGES_MEANING.forEach(option -> requireDefault(
                option, options.asMap(), "this engine does not have that feature yet and refuses to guess"));
        if (options.bucketFunction() == BucketFunction.HIVE) {
            throw unsupported(
                    Options.BUCKET_FUNCTION.key(),
                    BucketFunction.HIVE.text(),
                    "this engine knows the functions default and mod, and would look for rows in wrong buckets");
        }
        String type = Options.TYPE.in(options.asMap());
        if (!TABLE_TYPES.contains(type)) {
            throw unsupported(Options.TYPE.key(), type, "only plain tables are stored the way this engine knows");
        }
    }

    private static void requireChangelog(TableOptions options) {
        Options.CHANGELOG_FILE_FORMAT
                .find(options.asMap())
                .ifPresent(format -> requireParquet(Options.CHANGELOG_FILE_FORMAT, format));
        Options.CHANGELOG_FILE_COMPRESSION
                .find(options.asMap())
                .ifPresent(codec -> requireCodec(Options.CHANGELOG_FILE_COMPRESSION, codec));
    }

    private static void requireFixedBuckets(int bucket) {
        if (bucket == -1) {
            throw unsupported(
                    Options.BUCKET.key(),
                    "-1 (the default)",
                    "dynamic buckets can be read but not written yet; create the table with a fixed number of buckets, 1 or more");
        }
        if (bucket == -2) {
            throw unsupported(
                    Options.BUCKET.key(),
                    "-2",
                    "the postpone bucket cannot be written yet; create the table with a fixed number of buckets, 1 or more");
        }
    }

    private static void requireParquet(Option<?> option, String format) {
        if (!format.equalsIgnoreCase(FILE_FORMAT)) {
            throw unsupported(option.key(), format, "this engine writes " + FILE_FORMAT + " files");
        }
    }

    private static void requireCodec(Option<?> option, String codec) {
        if (!CODECS.contains(codec.toLowerCase(Locale.ROOT))) {
            throw unsupported(option.key(), codec, "this engine writes with zstd, snappy, lz4, gzip or none");
        }
    }

    private static void requireDefault(Option<?> option, Map<String, String> values, String why) {
        Object value = option.in(values);
        if (value != null && !value.equals(option.absent())) {
            String key = option.keyIn(values).orElseThrow();
            throw unsupported(key, values.get(key), why);
        }
    }

    private static UnsupportedFormatException unsupported(String key, String value, String why) {
        return new UnsupportedFormatException("table option '" + key + "' = '" + value + "' is not supported: " + why);
    }
}

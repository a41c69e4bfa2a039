package dev.varve.table.option;

import dev.varve.table.error.InvalidInputException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of all options that some engine of the ecosystem reads from a table. An unknown name is a mistake if its first part
 * is a family we know, or if it is nearly a known name; anything else may be a note that somebody keeps with the table.
 */
final class OptionNames {
    /** Names that only Flink or Spark jobs read. */
    private static final String JOB_NAMES = """
            changelog.precommit-compact end-input.watermark filesystem.job-level-settings.enabled
            lookup.async lookup.async-thread-number lookup.bootstrap-parallelism lookup.cache
            lookup.dynamic-partition lookup.dynamic-partition.refresh-interval lookup.refresh.async
            lookup.refresh.async.pending-snapshot-count lookup.refresh.full-load-threshold
            lookup.refresh.time-periods-blacklist partition.idle-time-to-done partition.mark-done-action.mode
            partition.time-interval precommit-compact read.allow.fullScan read.changelog
            read.shuffle-bucket-with-partition read.stream.maxBytesPerTrigger read.stream.maxFilesPerTrigger
            read.stream.maxRowsPerTrigger read.stream.maxTriggerDelayMs read.stream.minRowsPerTrigger scan.bounded
            scan.dedicated-split-generation scan.infer-parallelism scan.infer-parallelism.max scan.max-snapshot.count
            scan.parallelism scan.partitions scan.push-down scan.remove-normalize scan.split-enumerator.batch-size
            scan.split-enumerator.mode scan.watermark.alignment.group scan.watermark.alignment.max-drift
            scan.watermark.alignment.update-interval scan.watermark.emit.strategy scan.watermark.idle-timeout
            sink.clustering.sample-factor sink.clustering.sort-in-cluster sink.committer-cpu sink.committer-memory
            sink.committer-operator-chaining sink.cross-partition.managed-memory
            sink.managed.writer-buffer-memory sink.operator-uid.suffix sink.parallelism sink.savepoint.auto-tag
            sink.use-managed-memory-allocator sink.writer-coordinator.cache-memory sink.writer-coordinator.enabled
            sink.writer-coordinator.page-size sink.writer-cpu sink.writer-memory sink.writer-refresh-detectors
            source.checkpoint-align.enabled source.checkpoint-align.timeout source.operator-uid.suffix
            unaware-bucket.compaction.parallelism write.merge-schema write.merge-schema.explicit-cast
            write.use-v2-write
            """;

    /** Names with a free part. */
    private static final Pattern PATTERNS = Pattern.compile("fields\\..+\\.(aggregate-function|ignore-retract"
            + "|list-agg-delimiter|distinct|nested-key|count-limit|ts-field|sequence-group|stats-mode)"
            + "|file-index\\.(bloom-filter|bitmap|bsi|range-bitmap)\\..+"
            + "|commit\\.callback\\..+\\.param|tag\\.callback\\..+\\.param"
            + "|(parquet|orc|avro|lance|fs|hadoop|hive|s3|oss|metastore|kafka|log|query-service)\\..+");

    private static final Set<String> NAMES = Stream.concat(
                    Stream.concat(Options.ALL.stream(), OtherOptions.ALL.stream())
                            .flatMap(option -> Stream.concat(Stream.of(option.key()), option.aliases().stream())),
                    Stream.of(JOB_NAMES.strip().split("\\s+")))
            .collect(Collectors.toCollection(TreeSet::new));

    private static final Set<String> FAMILIES = Stream.concat(
                    NAMES.stream().filter(name -> name.indexOf('.') > 0), Stream.of("fields.", "file-index."))
            .map(OptionNames::family)
            .collect(Collectors.toUnmodifiableSet());

    private OptionNames() {}

    static boolean isKnown(String key) {
        return NAMES.contains(key) || PATTERNS.matcher(key).matches();
    }

    static void requireKnown(Map<String, String> values) {
        for (String key : new TreeSet<>(values.keySet())) {
            if (!isKnown(key)) {
                var nearest = NearestName.of(key, NAMES);
                if (nearest.isPresent() || FAMILIES.contains(family(key))) {
                    throw new InvalidInputException("unknown table option '" + key + "'"
                            + nearest.map(name -> "; did you mean '" + name + "'?")
                                    .orElse(": it would have no effect; correct or remove it"));
                }
            }
        }
    }

    private static String family(String key) {
        int dot = key.indexOf('.');
        return dot < 0 ? key : key.substring(0, dot);
    }
}
